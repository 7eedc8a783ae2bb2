// @module-tag night

import type { Page } from "playwright";
import { expect, it, vi } from "vitest";
import { fullStackForTests } from "../support/e2e/full-lists.ts";
import { overlapTrouble } from "../support/e2e/overlaps.ts";
import { signedIn } from "../support/e2e/pages.ts";
import { DESKTOP, PHONE } from "../support/e2e/screens.ts";
import { untilSettled } from "../support/e2e/settled.ts";
import { OPEN, OWN, officePages, openPage, type Pages, TOUR_MS } from "../support/e2e/tour.ts";
import { signInAs } from "../support/e2e/voice-pages.ts";
import { cutTextTrouble } from "./cut-text.ts";

const SMALL_PHONE = { width: 360, height: 740 };
/** Phones held sideways: a large one, and a small one whose layout is a phone's. */
const SIDEWAYS = { width: 844, height: 390 };
const SMALL_SIDEWAYS = { width: 667, height: 375 };
const TECHNICIANS: Pages = { ...OWN, "/settings": "Settings" };

/** What shows the names of all companies. */
const OF_ALL_COMPANIES: Pages = {
  "/admin?tab=companies": "Admin Dashboard",
  "/admin?tab=users": "Admin Dashboard",
  "/detailed-logs": "Detailed Activity Logs",
};

/** As many as make a page scroll. */
const ROWS = 35;

vi.setConfig({ testTimeout: TOUR_MS });

const stack = fullStackForTests(ROWS);

/** The browser's usual size of text, in px. */
const USUAL = 16;

/**
 * Doubles the text of all documents that the page opens: `setting` as a phone's setting for large
 * text does, `page` as a browser's zoom for text alone does, which media queries do not know of.
 */
async function doubleText(page: Page, by: "setting" | "page"): Promise<void> {
  if (by === "setting") {
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 2 * USUAL } });
  } else {
    await page.addInitScript(() => {
      document.addEventListener("readystatechange", () => {
        document.documentElement.style.fontSize = "200%";
      });
    });
  }
}

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
    await expect.poll(() => page.locator("[data-loading]").count()).toBe(0);
    await untilSettled(page);
    const filters = page.getByRole("button", { name: /^Filters/ });
    if (await filters.isVisible()) await filters.click();
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
  { by: "page", size: DESKTOP },
  { by: "setting", size: SIDEWAYS },
] as const;

it.each(WAYS)(
  "loses nothing a technician or a visitor reads when the $by makes text twice as large",
  async (way) => {
    expect([
      ...(await lostOn(stack.technician, way, TECHNICIANS)),
      ...(await lostOn(null, way, OPEN)),
    ]).toEqual([]);
  },
);

it.each(WAYS)(
  "loses nothing an administrator reads when the $by makes text twice as large",
  async (way) => {
    expect(await lostOn(stack.superAdministrator, way, officePages(stack.company.id))).toEqual([]);
  },
);

it.each([360, 320])(
  "loses nothing of companies with long names on a phone of %i px, with text twice as large",
  async (width) => {
    const way = { by: "page", size: { width, height: 640 } } as const;
    expect(await lostOn(stack.superAdministrator, way, OF_ALL_COMPANIES)).toEqual([]);
  },
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

/**
 * How far a thumb reaches from its base, in px: 75 mm on a phone of 360 px, which is 68 mm wide. The
 * base lies at the side of the phone, a fifth of its height above the bottom.
 */
const REACH = 397;

/** Where a button is, in px, and whether nothing covers it. */
function placeOf(page: Page, name: string) {
  return page.getByRole("button", { name, exact: true }).evaluate((element) => {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // A round button has nothing in its corners.
    const points = [-3 / 8, 0, 3 / 8].flatMap((down) =>
      [-1 / 4, 0, 1 / 4].map((aside) => [x + aside * box.width, y + down * box.height] as const),
    );
    return {
      isOnTop: points.every((point) => element.contains(document.elementFromPoint(...point))),
      middle: y / innerHeight,
      thumbs: [0, innerWidth].map((side) => Math.hypot(x - side, y - innerHeight * 0.8)),
    };
  });
}

/** Why a button is hard to reach on an upright phone. The app does not know which hand holds it, so either thumb must reach. */
async function reachTrouble(page: Page, name: string): Promise<string[]> {
  const { isOnTop, middle, thumbs } = await placeOf(page, name);
  return [
    ...(isOnTop ? [] : ["covered"]),
    ...(middle > 0.5 ? [] : [`at ${middle} of the height`]),
    ...(Math.max(...thumbs) <= REACH ? [] : [`${thumbs} px from the left and the right thumb`]),
  ].map((line) => `${new URL(page.url()).pathname} ${name}: ${line}`);
}

it.each([SMALL_PHONE, PHONE])(
  "has the main buttons where the thumb of either hand reaches them on a phone of $width px",
  async (size) => {
    const page = await signedIn(stack, stack.technician, {
      device: `reach ${size.width}`,
      isInstalled: true,
    });
    await page.setViewportSize(size);
    const trouble: string[] = [];
    for (const network of ["there", "lost"]) {
      await page.context().setOffline(network === "lost");
      for (const [path, name] of MAIN_BUTTONS) {
        await page.goto(`${stack.network.url}${path}`);
        await page.getByRole("button", { name, exact: true }).waitFor();
        if (network === "lost") await page.getByText("Offline. Your work is kept here.").waitFor();
        await untilSettled(page);
        trouble.push(...(await reachTrouble(page, name)));
        if (path !== "/voice-agent") continue;
        await page.getByRole("button", { name, exact: true }).click();
        await page.getByRole("button", { name: "Pause" }).waitFor();
        trouble.push(...(await reachTrouble(page, "Stop recording")));
        await page.getByRole("button", { name: "Stop recording" }).click();
        await page.getByRole("button", { name, exact: true }).waitFor();
      }
    }
    expect(trouble, trouble.join("\n")).toEqual([]);
  },
);

it("hides no main button on a phone held sideways", async () => {
  const page = await signedIn(stack, stack.technician, { device: "sideways" });
  for (const size of [SIDEWAYS, SMALL_SIDEWAYS]) {
    await page.setViewportSize(size);
    for (const [path, name] of MAIN_BUTTONS) {
      await page.goto(`${stack.network.url}${path}`);
      await untilSettled(page);
      expect((await placeOf(page, name)).isOnTop, `${path} ${size.width}`).toBe(true);
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
