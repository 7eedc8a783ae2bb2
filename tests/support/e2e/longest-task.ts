import type { Page } from "playwright";

/** A task in a trace; times are in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** CPU time, which other work of the machine does not lengthen. */
  tdur?: number;
  args: { name?: string };
}

/**
 * Watches for tasks that keep a page busy. They are measured by the CPU time of the main thread,
 * not by the clock, so that other work of the machine does not count. (On a busy machine they still
 * take up to twice as long, because not only CPU time is shared.)
 * @returns a function that stops watching, and returns the length of the longest task in
 * milliseconds
 */
export async function watchLongestTask(page: Page): Promise<() => Promise<number>> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("The browser is gone");
  await browser.startTracing(page, { categories: ["toplevel"] });
  return async () => {
    const trace: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()));
    const events = trace.traceEvents;
    const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
    const pages = new Set(
      events
        .filter((e) => e.name === "thread_name" && e.args.name === "CrRendererMain")
        .map(thread),
    );
    const tasks = events.filter((e) => e.tdur !== undefined && pages.has(thread(e)));
    if (tasks.length === 0) throw new Error("The trace tells nothing of the page");
    return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1000));
  };
}
