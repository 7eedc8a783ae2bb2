// @module-tag rest

import type { Page } from "playwright";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import {
  goOffline,
  goOnline,
  signedIn,
  stackForTests,
  untilPlaying,
} from "../support/e2e/pages.ts";
import { PHONE, SCREENS } from "../support/e2e/screens.ts";
import { TOUR_MS, troubleIn } from "../support/e2e/tour.ts";
import { recordNote, syncStatus } from "../support/e2e/voice-pages.ts";
import { cutTextTrouble } from "./cut-text.ts";

vi.setConfig({ testTimeout: TOUR_MS });

const stack = stackForTests();
const HEARD = "The contractor of unit 4 hums.";
let technician: string;

beforeAll(async () => {
  technician = await stack.userId(stack.technician);
  await addNote(HEARD, "Unit 4 hums.");
});

// A test that failed may have cut it.
beforeEach(() => stack.network.restore());

/** Writes a voice note past the device. @returns the id that devices know it by */
async function addNote(
  input_data: string,
  output_summary: string,
  id: string = crypto.randomUUID(),
): Promise<string> {
  const texts = { input_type: "voice", input_data, output_summary };
  await stack.write("POST", "agent_logs", [
    { id, user_id: technician, agent_type: "voice", ...texts },
  ]);
  return id;
}

async function openHistory(device: string): Promise<Page> {
  const page = await signedIn(stack, stack.technician, { device, size: PHONE, isInstalled: true });
  await page.goto(`${stack.network.url}/history`);
  await note(page).waitFor();
  return page;
}

const note = (page: Page) =>
  page.getByRole("list", { name: "History" }).getByRole("article").first();
const button = (page: Page, name: string | RegExp) =>
  note(page).getByRole("button", { name, exact: true });
const words = (page: Page) => note(page).getByLabel("Full Transcription");

async function untilText(page: Page, text: string): Promise<void> {
  const open = note(page).locator("summary").filter({ hasText: "Full Transcription" });
  await open.waitFor();
  const details = open.locator("..");
  if ((await details.getAttribute("open")) === null) await open.click();
  await details.getByText(text, { exact: true }).waitFor();
}

it("keeps both versions that two devices wrote without a network, and has the later one everywhere", async () => {
  const first = await openHistory("first");
  const second = await openHistory("second");
  await goOffline(stack, first);
  await goOffline(stack, second);

  await button(first, /^Edit,/).click();
  await words(first).fill("The contactor of unit 4 hums.");
  await button(first, "Save").click();
  await untilText(first, "The contactor of unit 4 hums.");
  await note(first).getByText("It waits to be sent.").waitFor();
  await note(first).getByText("The summary was made before the transcription").waitFor();

  await button(second, /^Edit,/).click();
  await words(second).fill("The contactor of unit 5 hums.");
  await syncStatus(second, "1 unsaved text").waitFor();
  await second.goto(`${stack.network.url}/dashboard`);
  await second.goto(`${stack.network.url}/history`);
  await expect.poll(() => words(second).inputValue()).toBe("The contactor of unit 5 hums.");
  await note(second).getByLabel("Summary").fill("Unit 5 hums.");
  await button(second, "Save").click();
  await untilText(second, "The contactor of unit 5 hums.");
  await syncStatus(second, "1 waiting to send").waitFor();

  await goOnline(stack, first);
  await goOnline(stack, second);
  for (const page of [first, second]) {
    await syncStatus(page, "Everything sent").waitFor();
  }
  expect(await changes()).toHaveLength(2);
  for (const page of [first, second]) {
    await page.goto(`${stack.network.url}/history`);
    await untilText(page, "The contactor of unit 5 hums.");
    await note(page)
      .getByText(/^Edited by you, /)
      .waitFor();
    await note(page).getByText("Earlier versions", { exact: true }).click();
    const versions = note(page).getByRole("list", { name: "Earlier versions" });
    await expect.poll(() => versions.getByRole("listitem").count()).toBe(2);
    await versions.getByText("The contactor of unit 4 hums.").waitFor();
    await versions.getByText(HEARD).waitFor();
  }
  await second.goto(`${stack.network.url}/dashboard`);
  await second.getByRole("link", { name: /Unit 5 hums/ }).waitFor();

  // A step back is another version.
  await button(first, /^Use this one: Original/).click();
  await untilText(first, HEARD);
  await expect.poll(changes).toHaveLength(3);
  await first.getByRole("searchbox", { name: "Search your history" }).fill("contractor");
  await first.getByText("1 entry", { exact: true }).waitFor();
});

const changes = () => stack.rows("entry_changes", "select=kind,transcription&kind=eq.text");

it("shows an administrator the valid texts, and proposes what three notes replace", async () => {
  await addNote("Contractor, then the fuse.", "Fuse.");
  await addNote("A contractor was swapped.", "Swapped.");
  const logs = await stack.rows("agent_logs", "select=item_id,input_data");
  const at = Date.now() + 600_000;
  await stack.write(
    "POST",
    "entry_changes",
    logs.map(({ item_id, input_data }) => ({
      ...{ id: crypto.randomUUID(), entry_id: item_id, user_id: technician, kind: "text" },
      ...{ revision: at, changed_at: new Date().toISOString(), summary: "Changed." },
      transcription: `${input_data}`.replace("ontractor", "ontactor"),
    })),
  );
  const page = await signedIn(stack, stack.administrator, { device: "office" });
  await page.goto(`${stack.network.url}/admin?tab=activity-logs`);
  const entry = page
    .getByRole("list", { name: "Activity" })
    .getByRole("article")
    .filter({ hasText: "A contactor was swapped." });
  await entry.getByText(/^Edited by Taylor Brooks, /).waitFor();
  await page.getByLabel("Question or answer").fill("contactor was");
  await expect.poll(() => page.getByRole("article").count()).toBe(1);

  await page.goto(`${stack.network.url}/admin?tab=vocabulary`);
  await page.getByRole("button", { name: "Add: contractor → contactor" }).click();
  await page.getByText("Always replaces “contractor”").waitFor();
  await page.getByText("From corrected notes").waitFor({ state: "detached" });
});

/** Puts the device's own transcription of a note on the device, with two words in doubt. */
async function doubt(page: Page, id: string, texts: readonly string[]): Promise<void> {
  await page.evaluate(
    async ([name, row]) => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      const drafts = db.transaction("speechDrafts", "readwrite").objectStore("speechDrafts");
      const request = drafts.put(row);
      await new Promise((resolve) => {
        request.onsuccess = resolve;
      });
      db.close();
    },
    [
      `field-agents-${technician}`,
      {
        ...{ id, model: "moonshine-tiny", state: "whole", attempts: 1 },
        pieces: [
          {
            ...{ start: 0.1, end: 1.5 },
            words: texts.map((text, at) => ({ text, logProbability: at < 2 ? -2 : 0 })),
          },
        ],
      },
    ] as const,
  );
}

it("corrects a doubted word with three taps, and has a new summary written for it", async () => {
  await stack.write("POST", "vocabulary_terms", [
    { company_id: stack.company.id, term: "contactor" },
    { company_id: stack.company.id, term: "R-32" },
  ]);
  const text = "Contractor humming loudly";
  stack.provider.respondWith(
    { to: "transcription", do: "answer", text },
    { to: "chat", do: "answer", text: "It hums." },
  );
  const page = await signedIn(stack, stack.technician, { device: "third", size: PHONE });
  await page.goto(`${stack.network.url}/voice-agent`);
  const before = (await stack.rows("agent_logs")).length;
  await recordNote(page, 2);
  await expect.poll(() => stack.rows("agent_logs")).toHaveLength(before + 1);
  const main = page.getByRole("main");
  await main.getByText(text, { exact: true }).waitFor();
  const [row] = await stack.rows("agent_logs", "select=item_id&order=created_at.desc&limit=1");
  await doubt(page, String(row?.item_id), text.split(" "));

  await page.goto(`${stack.network.url}/history`);
  // A second tap answers no other word, and who leaves in the middle finds what was changed so far.
  await button(page, "Check 2 words").click();
  await button(page, "contactor").dblclick();
  await syncStatus(page, "1 unsaved text").waitFor();
  await page.goto(`${stack.network.url}/history`);
  await expect.poll(() => words(page).inputValue()).toBe("contactor humming loudly");
  await button(page, "Cancel").click();
  await button(page, "Check 2 words").waitFor();
  let taps = 0;
  await page.exposeFunction("countTap", () => {
    taps += 1;
  });
  await page.evaluate(() =>
    window.addEventListener("pointerdown", () => void Reflect.get(window, "countTap")(), true),
  );
  await button(page, "Check 2 words").click();
  await button(page, "contactor").click();
  await note(page).getByText("2 of 2").waitFor();
  await button(page, "Save").click();
  await note(page)
    .getByText(/^Edited by you, /)
    .waitFor();
  expect(taps).toBe(3);
  await untilText(page, "contactor humming loudly");
  const last = async () => (await changes()).map(({ transcription }) => transcription);
  await expect.poll(last).toContain("contactor humming loudly");

  // The other one can be heard, and is kept.
  await button(page, "Check 1 word").click();
  await untilPlaying(page, () => button(page, "Hear it").click());
  await button(page, "Keep “humming”").click();
  await button(page, "Check 1 word").waitFor({ state: "detached" });
  await button(page, /^Edit,/).waitFor();

  await button(page, /^Edit,/).click();
  stack.provider.respondWith({ to: "chat", do: "answer", text: "The contactor hums." });
  await button(page, "Make a new summary").click();
  await expect
    .poll(() => note(page).getByLabel("Summary").inputValue())
    .toBe("The contactor hums.");
  await button(page, "Save").click();
  await note(page).getByText("The contactor hums.", { exact: true }).waitFor();
  const older = note(page).getByText("The summary was made before the transcription");
  await older.waitFor({ state: "detached" });
});

it("is accessible in both themes and sizes, fits the smallest phones, and cuts no large text", async () => {
  const id = await addNote("Swapped the contactor by the door of Kessler Hall.", "Contactor.");
  const change = { id: crypto.randomUUID(), entry_id: id, user_id: technician, kind: "text" };
  const later = { revision: 1, changed_at: new Date().toISOString(), summary: "Contactor." };
  await stack.write("POST", "entry_changes", [{ ...change, ...later, transcription: LATER }]);
  await addNote(LATER, "Contactor.", LATEST);
  const page = await openHistory("fourth");
  await doubt(page, LATEST, LATER.split(" "));
  const first = page.getByRole("article").first();
  const named = (name: string | RegExp) => first.getByRole("button", { name });
  const edited = page.getByRole("article").filter({ hasText: "Edited by you" }).first();

  async function visit(look: (state: string) => Promise<unknown>): Promise<void> {
    await page.goto(`${stack.network.url}/history?entry=${LATEST}`);
    await named("Check 2 words").click();
    await first.getByText("1 of 2").waitFor();
    await look("doubted word of a note");
    await named("Cancel").click();
    await page.goto(`${stack.network.url}/history?entry=${id}`);
    await edited.getByText("Earlier versions", { exact: true }).click();
    await edited.getByRole("button", { name: /^Use this one: Original/ }).waitFor();
    await look("earlier versions of a note");
    await edited.getByRole("button", { name: /^Edit,/ }).click();
    await page.getByLabel("Full Transcription").waitFor();
    await look("note that is edited");
    await page.getByRole("button", { name: "Cancel" }).click();
    await edited.getByRole("button", { name: /^Edit,/ }).waitFor();
  }

  const trouble = await troubleIn(page, SCREENS, ({ lookAtAll }) => visit(lookAtAll));
  await page.addInitScript(() => {
    document.addEventListener("readystatechange", () => {
      const size = localStorage.getItem("test-text-size");
      if (size !== null) document.documentElement.style.fontSize = size;
    });
  });
  const lost = async (state: string) => {
    trouble.push(...(await cutTextTrouble(page)).map((line) => `${state}: ${line}`));
  };
  await page.setViewportSize({ width: 320, height: 640 });
  await visit((state) => lost(`${state} on 320 px`));
  await page.setViewportSize(PHONE);
  await page.evaluate(() => localStorage.setItem("test-text-size", "200%"));
  await visit((state) => lost(`${state} with 200% text`));
  expect(trouble, trouble.join("\n")).toEqual([]);
});

const LATEST = crypto.randomUUID();
const LATER = "Swapped the contactor by the door of Kessler Hall at noon.";
