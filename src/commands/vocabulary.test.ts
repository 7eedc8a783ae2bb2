import type { NewVocabularyTerm, VocabularyTerm } from "@contracts/vocabulary.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Outcome } from "../backend/outcome.ts";
import { readVocabulary, replaceVocabulary } from "../mirror/person/lists/vocabulary.ts";
import { PersonDatabase } from "../mirror/person/person-database.ts";
import { addTerm, importTerms, removeTerm } from "./vocabulary.ts";

const COMPANY = "0b1f2c3d-0000-4000-8000-000000000001";
const REFUSED: Outcome<never> = { kind: "never", code: "P0001", message: "Refused." };
const DUPLICATE: Outcome<never> = {
  kind: "later",
  cause: "busy",
  code: "23505",
  message: "duplicate key value",
  retryAfterMs: null,
};

let db: PersonDatabase;
let time: number;
/** The server's rows. */
let rows: VocabularyTerm[];
/** The answers to the next requests instead of the server's own. */
let instead: Outcome<never>[];
/** Requests wait for this promise. */
let gate: Promise<void>;

beforeEach(() => {
  db = new PersonDatabase(crypto.randomUUID());
  time = 0;
  rows = [];
  instead = [];
  gate = Promise.resolve();
});
afterEach(() => db.delete());

async function answer<T>(work: () => T): Promise<Outcome<T>> {
  await gate;
  return instead.shift() ?? { kind: "ok", value: work() };
}

const vocabulary = {
  terms: () => answer(() => [...rows]),
  add: (_: string, added: readonly NewVocabularyTerm[]) =>
    answer(() => {
      const stored = added.map((row) => ({ ...row, created_at: "2026-01-01T00:00:00+00:00" }));
      rows.push(...stored);
      return stored;
    }),
  delete: (_: string, id: string) =>
    answer(() => {
      const before = rows.length;
      rows = rows.filter((row) => row.id !== id);
      return rows.length < before ? (true as const) : null;
    }),
};

const command = () => ({ db, backend: { vocabulary }, now: () => ++time });
const entry = (term: string, heard: string | null = null) => ({ company_id: COMPANY, term, heard });
const shown = async () =>
  (await readVocabulary(db, COMPANY)).map(({ term, heard }) =>
    heard === null ? term : `${heard} → ${term}`,
  );
const holdServer = () => {
  let open = () => {};
  gate = new Promise((resolve) => {
    open = resolve;
  });
  return open;
};

describe("adding a term", () => {
  it("is shown before the server has confirmed it, and stays", async () => {
    const open = holdServer();
    const done = addTerm(command(), entry("HX-200"));
    await expect.poll(shown).toEqual(["HX-200"]);
    open();
    expect(await done).toEqual({ kind: "done" });
    expect(await shown()).toEqual(["HX-200"]);
  });

  it.each([
    [REFUSED, "Refused."],
    [DUPLICATE, "The vocabulary has this already."],
  ])("is taken back when it is refused: %j", async (refusal, message) => {
    instead = [refusal];
    expect(await addTerm(command(), entry("HX-200"))).toEqual({ kind: "failed", message });
    expect(await shown()).toEqual([]);
  });
});

describe("deleting a term", () => {
  it("can be undone: the same row comes back", async () => {
    await addTerm(command(), entry("HX-200"));
    const [row] = rows;
    if (row === undefined) throw new Error("No row");
    expect(await removeTerm(command(), row)).toEqual({ kind: "done" });
    expect([await shown(), rows]).toEqual([[], []]);
    expect(await addTerm(command(), row, row.id)).toEqual({ kind: "done" });
    expect(await shown()).toEqual(["HX-200"]);
    expect(rows.map(({ id }) => id)).toEqual([row.id]);
  });

  it("is undone when it is refused, also when somebody else deleted it", async () => {
    await addTerm(command(), entry("HX-200"));
    const [row] = rows;
    if (row === undefined) throw new Error("No row");
    instead = [REFUSED];
    expect(await removeTerm(command(), row)).toMatchObject({ kind: "failed" });
    expect(await shown()).toEqual(["HX-200"]);
    rows = [];
    expect(await removeTerm(command(), row)).toMatchObject({ kind: "failed" });
  });
});

describe("an import", () => {
  it("adds what the server does not have, and what the file names twice once", async () => {
    await addTerm(command(), entry("HX-200"));
    await replaceVocabulary(db, COMPANY, { rows: [], askedAt: ++time, now: ++time });
    const result = await importTerms(command(), COMPANY, [
      entry("hx-200"),
      entry("contactor", "contractor"),
      entry("contactor"),
      entry("Contactor"),
    ]);
    expect(result).toEqual({ kind: "done", added: 2, known: 2 });
    expect(await shown()).toEqual(["contactor", "contractor → contactor", "HX-200"]);
  });

  it("adds nothing when it is too much", async () => {
    const many = Array.from({ length: 1001 }, (_, n) => entry(`T-${n}`));
    expect(await importTerms(command(), COMPANY, many)).toMatchObject({ kind: "failed", added: 0 });
    expect(rows).toEqual([]);
  });

  it("tells how far it came, and goes on there the next time", async () => {
    const many = Array.from({ length: 450 }, (_, n) => entry(`T-${n}`));
    let requests = 0;
    const add = (me: string, added: readonly NewVocabularyTerm[]) => {
      requests += 1;
      if (requests === 2) instead = [REFUSED];
      return vocabulary.add(me, added);
    };
    const broken = { ...command(), backend: { vocabulary: { ...vocabulary, add } } };
    expect(await importTerms(broken, COMPANY, many)).toEqual({
      ...{ kind: "failed", message: "Refused.", added: 200 },
    });
    expect(await importTerms(command(), COMPANY, many)).toEqual({
      ...{ kind: "done", added: 250, known: 200 },
    });
    expect(rows).toHaveLength(450);
  });
});
