// @module-tag rest

import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rest } from "../support/backend.ts";
import { cutTextTrouble } from "../support/e2e/cut-text.ts";
import { doubleText } from "../support/e2e/large-text.ts";
import { overlapTrouble } from "../support/e2e/overlaps.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { untilSettled } from "../support/e2e/settled.ts";
import { type Stack, startStack, TECHNICIAN } from "../support/e2e/stack.ts";
import { ADMINISTRATION, OPEN, OWN, openPage, type Pages, TOUR_MS } from "../support/e2e/tour.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";

const SUPER = "super@demo.example";
/** Phones held sideways: a large one, and a small one whose layout is a phone's. */
const SIDEWAYS = { width: 844, height: 390 };
const SMALL_SIDEWAYS = { width: 667, height: 375 };
const TECHNICIANS: Pages = { ...OWN, "/settings": "Settings" };
const TABS = [
  ...["companies", "users", "activity-logs", "knowledge-base", "answers"],
  ...["vocabulary", "ai-settings"],
];
const ADMINISTRATORS: Pages = {
  ...ADMINISTRATION,
  ...Object.fromEntries(TABS.map((tab) => [`/admin?tab=${tab}`, "Admin Dashboard"])),
};

/** What shows the names of all companies. */
const OF_ALL_COMPANIES: Pages = {
  "/admin?tab=companies": "Admin Dashboard",
  "/admin?tab=users": "Admin Dashboard",
  "/detailed-logs": "Detailed Activity Logs",
};
const LONG_NAMES = [
  "Featherstonehaugh-Cholmondeley Heating, Ventilation and Refrigeration of Wolverhampton",
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
];

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ withProvider: false });
  for (const name of LONG_NAMES) {
    const reply = await rest(stack.backend, "service", "POST", "companies", { name });
    expect(reply.status).toBe(201);
  }
});
afterAll(() => stack.stop());

/** What is lost on these pages of a person, or of a visitor, one line each. */
async function lostOn(
  who: string | null,
  { by, size }: { by: "page" | "setting"; size: { width: number; height: number } },
  pages: Pages,
): Promise<string[]> {
  const page = await (await stack.browser(`${who} ${by} ${size.width}`)).newPage();
  if (who !== null) await signInAs(page, stack.network.url, who);
  await doubleText(page, by);
  await page.setViewportSize(size);
  const lost: string[] = [];
  for (const [address, heading] of Object.entries(pages)) {
    await openPage(page, `${stack.network.url}${address}`, heading);
    await untilSettled(page);
    const found = [
      ...(await cutTextTrouble(page)),
      ...(await overlapTrouble(page)),
      ...(await cutChoices(page)),
    ];
    lost.push(...new Set(found.map((line) => `${address} ${size.width}: ${line}`)));
  }
  return lost;
}

/** The filters whose chosen words are wider than their field, one line each. */
function cutChoices(page: Page): Promise<string[]> {
  return page.locator("search select").evaluateAll((fields) =>
    (fields as HTMLSelectElement[]).flatMap((field) => {
      const style = getComputedStyle(field);
      const pen = new OffscreenCanvas(1, 1).getContext("2d");
      if (pen === null) throw new Error("Nothing can be measured");
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const words = field.selectedOptions[0]?.text ?? "";
      const beside = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
      const room = field.clientWidth - beside;
      const { width } = pen.measureText(words);
      return width > room ? [`"${words}" takes ${width} px of ${room}`] : [];
    }),
  );
}

const WAYS = [
  { by: "page", size: PHONE },
  { by: "setting", size: SIDEWAYS },
] as const;

it.each(WAYS)(
  "loses nothing a technician or a visitor reads when the $by makes text twice as large",
  async (way) => {
    expect([
      ...(await lostOn(TECHNICIAN, way, TECHNICIANS)),
      ...(await lostOn(null, way, OPEN)),
    ]).toEqual([]);
  },
  TOUR_MS,
);

it.each(WAYS)(
  "loses nothing an administrator reads when the $by makes text twice as large",
  async (way) => {
    expect(await lostOn(SUPER, way, ADMINISTRATORS)).toEqual([]);
  },
  TOUR_MS,
);

it.each([360, 320])(
  "loses nothing of companies with long names on a phone of %i px, with text twice as large",
  async (width) => {
    const way = { by: "page", size: { width, height: 640 } } as const;
    expect(await lostOn(SUPER, way, OF_ALL_COMPANIES)).toEqual([]);
  },
  TOUR_MS,
);

/** How much of a text is covered by the box for a question, in px. */
function hiddenBelow(page: Page, text: string): Promise<number> {
  return page.getByText(text).evaluate((element) => {
    const { bottom } = element.getBoundingClientRect();
    const box = document.querySelector("main textarea");
    if (box === null) throw new Error("There is no box");
    return Math.max(0, bottom - box.getBoundingClientRect().top);
  });
}

/** The buttons that a technician's hand is there for. */
const MAIN_BUTTONS = [
  ["/voice-agent", "Start recording"],
  ["/snap-agent", "Take Photo"],
  ["/label-agent", "Send"],
  ["/ask-agent", "Send"],
] as const;

it("has the main buttons where a thumb reaches them, and none is hidden on a phone held sideways", async () => {
  const page = await (await stack.browser("reach")).newPage();
  await signInAs(page, stack.network.url, TECHNICIAN);
  for (const size of [PHONE, SIDEWAYS, SMALL_SIDEWAYS]) {
    await page.setViewportSize(size);
    for (const [path, name] of MAIN_BUTTONS) {
      await page.goto(`${stack.network.url}${path}`);
      await untilSettled(page);
      const button = page.getByRole("button", { name, exact: true });
      const { middle, isOnTop } = await button.evaluate((element) => {
        const box = element.getBoundingClientRect();
        const [left, right] = [box.x + box.width / 4, box.x + (box.width * 3) / 4];
        const points = [box.y + box.height / 8, box.y + (box.height * 7) / 8].flatMap((y) =>
          [left, right].map((x) => document.elementFromPoint(x, y)),
        );
        return {
          middle: (box.y + box.height / 2) / window.innerHeight,
          isOnTop: points.every((point) => element.contains(point)),
        };
      });
      expect(isOnTop, `${path} ${size.width}`).toBe(true);
      if (size === PHONE) expect(middle, path).toBeGreaterThan(0.5);
    }
  }
  // What can be asked is not hidden by the box for it.
  await page.goto(`${stack.network.url}/ask-agent`);
  await page.getByText("Ask about company documents, statements").waitFor();
  await untilSettled(page);
  expect(await hiddenBelow(page, "Ask about company documents, statements")).toBe(0);
  // The bars leave the larger part of a low screen to the page.
  const left = await page.evaluate(() => {
    const bars = [...document.querySelectorAll("header, nav[aria-label=Shortcuts]")];
    const taken = bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0);
    return 1 - taken / window.innerHeight;
  });
  expect(left).toBeGreaterThan(0.65);
});
