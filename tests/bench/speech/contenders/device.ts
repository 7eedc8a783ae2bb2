import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright";
import { startStack, TECHNICIAN } from "../../../support/e2e/stack.ts";
import { signInAs, untilInstalled } from "../../../support/e2e/voice-pages.ts";
import type { Contender, Entrant } from "../contender.ts";
import { peakMemoryOf } from "../peak-memory.ts";

const workers = fileURLToPath(
  new URL("../../../../dist/assets/on-demand/understanding/", import.meta.url),
);

/** How long a slowed browser runs and rests in turn, in milliseconds together. */
const CYCLE = 80;

/**
 * The built app's worker in Chromium, with a model that the app has downloaded as people do.
 * @param slower 4: the browser gets a quarter of the time, because DevTools slow down pages alone
 */
export function device(size: "small" | "better", slower: 1 | 4): Entrant {
  return { name: `device ${size} ${slower}x`, open: () => open(size, slower) };
}

async function open(size: "small" | "better", slower: number): Promise<Contender> {
  const [script] = readdirSync(workers);
  if (script === undefined) throw new Error("The app is not built: npm run build");
  const stack = await startStack({ withProvider: false });
  const browser = await stack.browser();
  const page = await browser.newPage();
  await signInAs(page, stack.network.url, TECHNICIAN);
  await untilInstalled(page);
  await page.goto(`${stack.network.url}/settings#this-device`);
  await page.getByRole("button", { name: new RegExp(size, "i") }).click();
  await page.getByText(`Ready: the ${size} model is on this device.`).waitFor();
  const processes = await rendererProcesses(page);
  await page.evaluate(openWorker, `/assets/on-demand/understanding/${script}`);
  return {
    async transcribe(wav) {
      const endSlowness = slowDown(processes, slower);
      try {
        return await page.evaluate(hear, Buffer.from(wav).toString("base64"));
      } finally {
        endSlowness();
      }
    },
    peakMemory: () => Math.max(...processes.map((pid) => peakMemoryOf(pid) ?? 0)),
    async close() {
      await browser.close();
      await stack.stop();
    },
  };
}

async function rendererProcesses(page: Page): Promise<number[]> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const reply = await session?.send("SystemInfo.getProcessInfo");
  return (reply?.processInfo ?? []).filter(({ type }) => type === "renderer").map(({ id }) => id);
}

/** Lets processes run for one part of the time. @returns a function that ends it */
function slowDown(processes: readonly number[], slower: number): () => void {
  if (slower === 1) return () => {};
  const all = (signal: NodeJS.Signals) => {
    for (const pid of processes) process.kill(pid, signal);
  };
  let timer = setTimeout(rest, CYCLE / slower);
  function rest(): void {
    all("SIGSTOP");
    timer = setTimeout(run, CYCLE - CYCLE / slower);
  }
  function run(): void {
    all("SIGCONT");
    timer = setTimeout(rest, CYCLE / slower);
  }
  return () => {
    clearTimeout(timer);
    all("SIGCONT");
  };
}

/** Where a page of the benchmark keeps its worker. */
interface BenchPage {
  speechWorker?: Worker;
  speechJobs?: number;
}

/** Runs in the page. */
function openWorker(script: string): void {
  const page = globalThis as BenchPage;
  page.speechWorker = new Worker(script, { type: "module" });
  page.speechJobs = 0;
}

/** Runs in the page: asks the worker as the app does. */
function hear(wav: string): Promise<string> {
  const page = globalThis as BenchPage;
  const worker = page.speechWorker;
  if (worker === undefined) throw new Error("There is no worker");
  page.speechJobs = (page.speechJobs ?? 0) + 1;
  const job = page.speechJobs;
  const bytes = Uint8Array.from(atob(wav), (letter) => letter.charCodeAt(0)).buffer;
  return new Promise((resolve, reject) => {
    const texts: string[] = [];
    worker.onmessage = ({ data }) => {
      if (data.job !== job) return;
      if (data.type === "piece") texts.push(data.piece.text);
      else if (data.type === "heard") resolve(texts.join(" "));
      else reject(new Error(`The worker failed: ${data.cause}`));
    };
    worker.postMessage({ type: "hear", job, from: 0, samples: null });
    worker.postMessage({ type: "bytes", job, bytes }, [bytes]);
    worker.postMessage({ type: "end", job });
  });
}
