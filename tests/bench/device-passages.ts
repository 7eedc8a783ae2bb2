// Measures how soon the chat shows what a slow phone itself finds for a question: a part of `npm run
// bench:device-search`. The variable PASSAGES sets another number of passages than 30,000.
import type { Page, Worker } from "playwright";
import { expect, it } from "vitest";
import {
  addKestrelManual,
  questionBox,
  sendButton,
  untilManualOnDevice,
} from "../support/e2e/chat-pages.ts";
import { storedRows } from "../support/e2e/device-storage.ts";
import { goOffline, signedIn, stackForTests } from "../support/e2e/pages.ts";
import { PHONE } from "../support/e2e/screens.ts";
import { manualText } from "./manual-text.ts";
import { spreadOf } from "./spread.ts";

const MANUALS = 100;
const PASSAGES = Number(process.env.PASSAGES ?? 30_000);
const QUESTIONS = 24;
const SLOWER = 4;
const LIMIT_MS = 300;

const stack = stackForTests({ withProvider: false, ownBackend: true });

it("shows passages of 30,000 below a question at once", async () => {
  await addKestrelManual(stack);
  const personId = await stack.userId(stack.technician);
  const page = await signedIn(stack, stack.technician, { size: PHONE, isInstalled: true });
  page.setDefaultTimeout(600_000);
  await untilManualOnDevice(page, personId);
  // The app does not run there: it would delete manuals that the server does not have.
  await page.goto(`${stack.network.url}/robots.txt`);
  const text = manualText();
  for (let manual = 0; manual < MANUALS; manual += 1) {
    await putManual(page, personId, text.manual(Math.ceil(PASSAGES / MANUALS)));
  }
  stack.network.cut();
  await page.goto(`${stack.network.url}/label-agent`);
  await goOffline(stack, page);
  // It waits until all of them are indexed.
  await timeToPassages(page, text.question());
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  // The DevTools protocol slows down the page but not its workers.
  for (const worker of page.workers()) await slowDown(worker);
  const times: number[] = [];
  while (times.length < QUESTIONS) {
    const shown = await timeToPassages(page, text.question());
    if (shown !== null) times.push(Math.round(shown));
  }
  console.log(`From Send to painted passages of ${PASSAGES}, ${SLOWER}x slower, ms`);
  console.table([spreadOf(times)]);
  expect(spreadOf(times).p95).toBeLessThanOrEqual(LIMIT_MS);
});

/** Puts passages on the device, as a manual like the one that is there. */
async function putManual(page: Page, personId: string, bodies: readonly string[]): Promise<void> {
  const [first] = await storedRows(page, { personId, table: "knowledgeFiles" });
  const file = { ...first, id: crypto.randomUUID() };
  const passages = bodies.map((body, at) => ({
    ...{ file_id: file.id, chunk_no: at, page: at + 1, heading: body.slice(0, 40), body },
  }));
  const put = ({ name, file, passages }: { name: string; file: object; passages: object[] }) =>
    new Promise<void>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => {
        const writing = opening.result.transaction(["knowledgeFiles", "passages"], "readwrite");
        writing.objectStore("knowledgeFiles").put(file);
        for (const passage of passages) writing.objectStore("passages").put(passage);
        writing.oncomplete = () => resolve(opening.result.close());
      };
    });
  await page.evaluate(put, { name: `field-agents-${personId}`, file, passages });
}

/** Sends a question. @returns ms from the tap until passages for it are painted; null if there are none */
async function timeToPassages(page: Page, question: string): Promise<number | null> {
  await questionBox(page).fill(question);
  const shown = await page.evaluateHandle((asked) => {
    const isOfQuestion = (group: Element) =>
      group.ariaLabel?.endsWith(asked) && !group.textContent?.includes("Searching...");
    const end = new Promise<number | null>((resolve) => {
      const watch = ({ timeStamp }: Event) => {
        // The next task after a frame runs after its styles, layout and paint.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - timeStamp);
        const observer = new MutationObserver(() => {
          const group = [...document.querySelectorAll("fieldset")].find(isOfQuestion);
          if (group === undefined) return;
          observer.disconnect();
          if (group.querySelector("li") === null) resolve(null);
          requestAnimationFrame(() => port2.postMessage(null));
        });
        observer.observe(document.body, { subtree: true, childList: true });
      };
      addEventListener("pointerdown", watch, { once: true, capture: true });
    });
    return { end };
  }, question);
  await sendButton(page).click();
  const time = await shown.evaluate(({ end }) => end);
  // Each is the only one that waits.
  const withdraw = page.getByRole("button", { name: "Withdraw", exact: true });
  await withdraw.click();
  await withdraw.waitFor({ state: "detached" });
  return time;
}

/** Keeps each answer of a worker back for as long as a slower one would still work on it. */
async function slowDown(worker: Worker): Promise<void> {
  await worker.evaluate((slower) => {
    const begun = new Map<number, number>();
    const answer = self.postMessage;
    self.addEventListener("message", ({ data, timeStamp }) => begun.set(data.id, timeStamp));
    Object.assign(self, {
      postMessage(message: { id: number }) {
        const now = performance.now();
        const took = now - (begun.get(message.id) ?? now);
        setTimeout(() => answer.call(self, message), (slower - 1) * took);
      },
    });
  }, SLOWER);
}
