import type { CDPSession } from "playwright";

/** What this benchmark reads of an event in a trace of Chromium; times are microseconds. */
export interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  pid: number;
  tid: number;
  args: {
    data?: { documentLoaderURL?: string; isOutermostMainFrame?: boolean };
    frame?: string;
  };
}

const CATEGORIES = [
  "devtools.timeline",
  "blink.user_timing",
  "loading",
  "v8",
  "disabled-by-default-v8.compile",
];

/**
 * Records a trace of the whole browser while something is done.
 * @param browser a DevTools session of the browser itself
 */
export async function traced(browser: CDPSession, act: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => {
    for (const event of value) events.push(event as TraceEvent);
  };
  browser.on("Tracing.dataCollected", collect);
  const complete = new Promise<void>((resolve) => {
    browser.once("Tracing.tracingComplete", () => resolve());
  });
  await browser.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { excludedCategories: ["*"], includedCategories: CATEGORIES },
  });
  await act();
  await browser.send("Tracing.end");
  await complete;
  browser.off("Tracing.dataCollected", collect);
  return events;
}

/** The kinds of work of a page's main thread, by the names of the events that begin them. */
const WORK: readonly [kind: WorkKind, names: RegExp][] = [
  ["compile", /^(v8\.(compile|produceCache|deserialize|streamingCompile)|V8\.Compile)/],
  ["execute", /^(EvaluateScript|v8\.evaluateModule)/],
  ["collect", /^(MinorGC|MajorGC|V8\.GC|BlinkGC)/],
  [
    "callbacks",
    /^(FunctionCall|TimerFire|RunMicrotasks|FireAnimationFrame|EventDispatch|FireIdleCallback)$/,
  ],
  [
    "style and layout",
    /^(UpdateLayoutTree|Layout|ParseAuthorStyleSheet|PrePaint|RecalculateStyles|IntersectionObserverController)/,
  ],
  ["paint", /^(Paint|Layerize|Commit|PaintImage|UpdateLayer|CompositeLayers)/],
  ["parse HTML", /^ParseHTML$/],
];

export type WorkKind =
  | "parse HTML"
  | "compile"
  | "execute"
  | "callbacks"
  | "style and layout"
  | "paint"
  | "collect"
  | "other";

/** Where the time to the largest paint went, in milliseconds. */
export interface Timeline {
  /** From the navigation's start until the page's largest text or picture was painted. */
  largestPaint: number;
  firstPaint: number;
  /** Work of the main thread until then, each moment counted once, for the innermost event. */
  work: Record<WorkKind, number>;
  /** How long the main thread had nothing to do until then. */
  idle: number;
}

/** @throws Error if the trace has no navigation to that address, or nothing was painted. */
export function timelineOf(events: readonly TraceEvent[], url: string): Timeline {
  const start = events.findLast(
    ({ name, args }) => name === "navigationStart" && args.data?.documentLoaderURL === url,
  );
  if (start === undefined) throw new Error(`No navigation to ${url} was traced`);
  const ofPage = events.filter(({ pid, ts }) => pid === start.pid && ts >= start.ts);
  const paint = ofPage.findLast(({ name }) => name === "largestContentfulPaint::Candidate");
  const first = ofPage.find(({ name }) => name === "firstPaint");
  if (paint === undefined || first === undefined) throw new Error(`${url} painted nothing`);
  const work = mainThreadWork(
    ofPage.filter(({ tid }) => tid === start.tid),
    start.ts,
    paint.ts,
  );
  const busy = Object.values(work).reduce((sum, ms) => sum + ms, 0);
  const largestPaint = (paint.ts - start.ts) / 1000;
  return {
    largestPaint,
    firstPaint: (first.ts - start.ts) / 1000,
    work,
    idle: Math.max(0, largestPaint - busy),
  };
}

function mainThreadWork(
  events: readonly TraceEvent[],
  from: number,
  to: number,
): Record<WorkKind, number> {
  const work: Record<WorkKind, number> = {
    "parse HTML": 0,
    compile: 0,
    execute: 0,
    callbacks: 0,
    "style and layout": 0,
    paint: 0,
    collect: 0,
    other: 0,
  };
  const complete = events
    .filter(({ ph, ts }) => ph === "X" && ts < to)
    .map(({ name, ts, dur = 0 }) => ({ name, begin: ts, end: Math.min(ts + dur, to) }))
    .sort((a, b) => a.begin - b.begin || b.end - a.end);
  const open: { kind: WorkKind; end: number }[] = [];
  let at = from;
  /** Counts the time up to a moment for the innermost event that was open. */
  const countUntil = (moment: number) => {
    for (;;) {
      const inner = open.at(-1);
      const until = Math.min(inner?.end ?? moment, moment);
      if (inner !== undefined && until > at) work[inner.kind] += (until - at) / 1000;
      at = Math.max(at, until);
      if (inner === undefined || inner.end > moment) break;
      open.pop();
    }
    at = Math.max(at, moment);
  };
  for (const { name, begin, end } of complete) {
    countUntil(begin);
    const kind = WORK.find(([, names]) => names.test(name))?.[0] ?? open.at(-1)?.kind ?? "other";
    open.push({ kind, end });
  }
  countUntil(to);
  return work;
}
