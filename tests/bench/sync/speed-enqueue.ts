import type { Page } from "playwright";
import { CONTENDERS, type ContenderName } from "./contender.ts";
import { callNotes, type SpeedArena, WAYS } from "./speed-arena.ts";
import { figure, ratio, type Spread, spreadOf } from "./speed-figures.ts";
import { openQueue, timeEnqueue } from "./speed-racers.ts";

const ROUNDS = 2;
/** Turns in a row within a round. */
const TURNS = 40;
/** Number of chunks of a one-minute note, one a second, and the size of each. */
const SECONDS = 60;
const CHUNK_BYTES = 4000;
const QUESTION = "What does error E-47 on the left pump mean, and may I reset it myself? ".repeat(
  3,
);

const SIZES = {
  "note, 240 kB": SECONDS * CHUNK_BYTES,
  "photo, 300 kB": 300_000,
  "question, 0.2 kB": QUESTION.length,
} as const;
type Kind = keyof typeof SIZES;
const KINDS = Object.keys(SIZES) as Kind[];

/** The durability that each contender's store asks of IndexedDB. */
const DURABILITY = {
  ours: "strict",
  workbox: "relaxed",
  tanstack: "relaxed",
  "dexie-loop": "relaxed",
} as const satisfies Record<ContenderName, IDBTransactionDurability>;

/**
 * Measures the time until something is stored, beside a raw write of the same bytes with the same
 * durability. All take turns in one browser, while the server can't be reached.
 */
export async function measureEnqueue(arena: SpeedArena): Promise<Record<string, object>> {
  const times = new Map<string, number[]>();
  const note = (who: string, kind: Kind, took: number) => {
    const name = `${who}|${kind}`;
    times.set(name, [...(times.get(name) ?? []), took]);
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    await arena.visit("notes");
    await timeNotes(arena.page, note);
    for (const name of CONTENDERS) {
      arena.server(name).isDown = true;
      await arena.visit(name);
      await openQueue(arena, name);
      for (let turn = 0; turn < TURNS; turn += 1) {
        for (const kind of KINDS) note(name, kind, await timeEnqueue(arena.page, SIZES[kind]));
      }
    }
  }
  for (const name of ["notes", ...CONTENDERS] as const) await arena.forget(name);

  const rows: Record<string, object> = {};
  const row = (title: string, who: string, durability: string, kinds: readonly Kind[] = KINDS) => {
    for (const kind of kinds) {
      const spread = (of: string): Spread => spreadOf(times.get(`${of}|${kind}`) ?? []);
      const [own, raw] = [spread(who), spread(durability)];
      rows[`${kind}: ${title}`] = {
        durability,
        "median, ms": figure(own.median),
        "p95, ms": figure(own.p95),
        "min to max, ms": `${figure(own.min)} to ${figure(own.max)}`,
        "to raw, same durability": ratio(own.median, raw.median),
        "p95 to raw": ratio(own.p95, raw.p95),
      };
    }
  };
  row("raw IndexedDB, strict", "strict", "strict");
  row("raw IndexedDB, relaxed", "relaxed", "relaxed");
  const bare = ["question, 0.2 kB"] as const;
  row("raw, with the queue's indexes and a look at its lane", "raw", "strict", bare);
  row("the same by Dexie alone", "dexie", "strict", bare);
  row("Field Agents, its own way", "app", "strict");
  for (const name of CONTENDERS) row(WAYS[name].title, name, DURABILITY[name]);
  return rows;
}

/**
 * For each kind: a raw strict write, then the app's own way with the same bytes. The raw relaxed
 * writes come separately at the end.
 */
async function timeNotes(
  page: Page,
  note: (who: string, kind: Kind, took: number) => void,
): Promise<void> {
  const own: Record<Kind, () => Promise<number>> = {
    "note, 240 kB": () => callNotes(page, "voiceNote", SECONDS, CHUNK_BYTES),
    "photo, 300 kB": () => callNotes(page, "photo", SIZES["photo, 300 kB"]),
    "question, 0.2 kB": () => callNotes(page, "question", QUESTION),
  };
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const kind of KINDS) {
      note("strict", kind, await callNotes(page, "rawWrite", SIZES[kind], "strict"));
      note("app", kind, await own[kind]());
    }
    for (const by of ["raw", "dexie"] as const) {
      note(by, "question, 0.2 kB", await callNotes(page, "bareQuestion", QUESTION, by));
    }
  }
  // Kept apart from the strict writes: a strict write after a relaxed one waits for the disk for
  // both.
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const kind of KINDS) {
      note("relaxed", kind, await callNotes(page, "rawWrite", SIZES[kind], "relaxed"));
    }
  }
}
