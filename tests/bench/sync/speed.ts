import type { BrowserContext } from "playwright";
import { type Call, callsOf } from "../pages.ts";
import { figure, ratio, spreadOf } from "../spread.ts";
import type { Ledger } from "./ledger.ts";
import type { OwnPage } from "./own-page.ts";

/** How many writes of each kind are measured. */
const TURNS = 80;
/** Bytes of what is stored; a note is a minute long. */
const SIZES = { note: 240_000, photo: 300_000, question: 216 } as const;
const KINDS = Object.keys(SIZES) as (keyof typeof SIZES)[];
/** Bytes of an item that is sent: a second of speech. */
const ITEM_BYTES = 4000;
const LANES = 3;
/** The floor (bare fetches) is measured over this many items, and extrapolated for more. */
const FLOOR_ITEMS = 100;
const PATIENCE_MS = 120_000;

interface Course {
  items: number;
  roundTripMs: number;
  times: number;
  /** Whether the server always answers 500 to the first item, which is not waited for. */
  isPoisoned?: boolean;
}

const COURSES: readonly Course[] = [
  { items: 10, roundTripMs: 20, times: 7 },
  { items: 10, roundTripMs: 100, times: 5 },
  { items: 100, roundTripMs: 20, times: 5 },
  { items: 100, roundTripMs: 100, times: 3 },
  { items: 1000, roundTripMs: 20, times: 1 },
  { items: 1000, roundTripMs: 100, times: 1 },
  { items: 100, roundTripMs: 20, times: 1, isPoisoned: true },
];

/**
 * Measures the time until something is stored in the app's own way, beside a raw write of the same
 * bytes as durable, in turns.
 */
export async function measureEnqueue(ledger: Ledger, context: BrowserContext) {
  const times = KINDS.map((kind) => ({ kind, raw: [] as number[], own: [] as number[] }));
  await onNewDevice(ledger, context, async (call) => {
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const { kind, raw, own } of times) {
        raw.push(await call("rawWrite", SIZES[kind]));
        own.push(await call(kind, SIZES[kind]));
      }
    }
  });
  const rows = times.map((each) => {
    const [raw, own] = [spreadOf(each.raw), spreadOf(each.own)];
    const row = {
      "raw, ms": `${figure(raw.median)}, p95 ${figure(raw.p95)}`,
      "Field Agents, ms": `${figure(own.median)}, p95 ${figure(own.p95)}`,
      "median to raw": ratio(own.median, raw.median),
      "p95 to raw": ratio(own.p95, raw.p95),
    };
    return [`${each.kind}, ${SIZES[each.kind]} bytes`, row];
  });
  return Object.fromEntries(rows);
}

/**
 * Measures the time from the moment the network is back until the last waiting item has arrived,
 * beside bare fetches of the same bytes, with the same number in parallel, in the same browser right
 * after.
 */
export async function measureDrain(ledger: Ledger, context: BrowserContext) {
  const rows: Record<string, object> = {};
  for (const course of COURSES) {
    const { items, roundTripMs, isPoisoned } = course;
    const took: number[] = [];
    const floor: number[] = [];
    for (let turn = 0; turn < course.times; turn += 1) {
      took.push(await drain(ledger, context, course));
      floor.push(await bareFetches(ledger, context, course));
    }
    const [own, bare] = [spreadOf(took), spreadOf(floor)];
    rows[`${items} at ${roundTripMs} ms${isPoisoned ? ", one always answered 500" : ""}`] = {
      "bare fetches, s": figure(bare.median / 1000),
      "median, s": figure(own.median / 1000),
      "to bare fetches": ratio(own.median, bare.median),
    };
  }
  return rows;
}

/** @returns ms; never less than the patience if not all items have arrived by then */
function drain(
  ledger: Ledger,
  context: BrowserContext,
  { items, roundTripMs, isPoisoned = false }: Course,
): Promise<number> {
  return onNewDevice(ledger, context, async (call) => {
    Object.assign(ledger, { isCutOff: true, roundTripMs });
    const ids = await call("queue", items, ITEM_BYTES);
    const [first = ""] = isPoisoned ? ids.splice(0, 1) : [];
    Object.assign(ledger, { isCutOff: false, poison: first });
    const begun = await call("wake");
    const last = await ledger.arrived(ids, PATIENCE_MS);
    return last === null ? PATIENCE_MS : last - begun;
  });
}

async function bareFetches(
  ledger: Ledger,
  context: BrowserContext,
  { items, roundTripMs }: Course,
): Promise<number> {
  ledger.roundTripMs = roundTripMs;
  const count = Math.min(items, FLOOR_ITEMS);
  const took = await onNewDevice(ledger, context, (call) =>
    call("fetchAll", count, ITEM_BYTES, LANES),
  );
  return (took * items) / count;
}

/** Opens the page, and deletes everything that its origin stored when the work is done. */
async function onNewDevice<T>(
  { origin }: Ledger,
  context: BrowserContext,
  work: (call: Call<OwnPage>) => Promise<T>,
): Promise<T> {
  const page = await context.newPage();
  page.setDefaultTimeout(600_000);
  await page.goto(`${origin}/own.html`);
  await page.waitForFunction(() => "bench" in globalThis);
  const result = await work(callsOf<OwnPage>(page));
  const devtools = await context.newCDPSession(page);
  await page.goto("about:blank");
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await page.close();
  return result;
}
