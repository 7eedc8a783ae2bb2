import type { Page } from "playwright";

/** What a trace tells of a task: times in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Of the processor, which a machine that does other things too does not lengthen. */
  tdur?: number;
  args: { name?: string };
}

/**
 * Watches for tasks that keep a page busy. They are measured by the processor time of the main
 * thread, not by the clock: what else the machine does meanwhile is not the page's. (Up to twice as
 * long they are on a busy machine all the same: what is shared is not only the processor's time.)
 * @returns stops watching, and answers the length of the longest, in milliseconds
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
