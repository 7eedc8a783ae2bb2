import { beforeEach, expect, it } from "vitest";
import { REFUSED } from "#tests/support/administration-server.ts";
import { command, db, server } from "#tests/support/one-administrator.ts";
import { COMPANY, termRow } from "#tests/support/rows.ts";
import { readList } from "../mirror/person/lists/server-list.ts";
import { VOCABULARY } from "../mirror/person/lists/vocabulary.ts";
import { removeRow } from "./list-rows.ts";
import { addTerm, importTerms } from "./vocabulary.ts";

const TERM = termRow();
const entry = (term: string, heard: string | null = null) => ({ term, heard });
const entries = (count: number) => Array.from({ length: count }, (_, n) => entry(`T-${n}`));

beforeEach(() => void server.terms.set(TERM.id, TERM));

it("a deletion can be undone: the same row comes back", async () => {
  expect(await removeRow(command, VOCABULARY, TERM.id)).toEqual({ kind: "done" });
  expect(server.terms.size).toBe(0);
  expect(await addTerm(command, TERM, TERM.id)).toEqual({ kind: "done" });
  expect(await readList(db, VOCABULARY, COMPANY)).toMatchObject([{ id: TERM.id, term: "HX-200" }]);
  expect([...server.terms.keys()]).toEqual([TERM.id]);
});

it("an import adds what the server does not have, and what the file names twice once", async () => {
  const result = await importTerms(command, COMPANY, [
    entry("hx-200"),
    entry("contactor", "contractor"),
    entry("contactor"),
    entry("Contactor"),
  ]);
  expect(result).toEqual({ kind: "done", added: 2, known: 2 });
  const shown = await readList(db, VOCABULARY, COMPANY);
  expect(shown.map(({ term, heard }) => [term, heard])).toEqual([
    ["contactor", null],
    ["contactor", "contractor"],
    ["HX-200", null],
  ]);
});

it("an import adds nothing when it is too much", async () => {
  const result = await importTerms(command, COMPANY, entries(1000));
  expect(result).toMatchObject({ kind: "failed", added: 0 });
  expect(server.terms.size).toBe(1);
});

it("an import tells how far it came, and goes on there the next time", async () => {
  const { add } = command.backend.rows;
  command.backend.rows.add = async (...sent) => {
    const answer = await add(...sent);
    server.fail.set("add vocabulary_terms", REFUSED);
    return answer;
  };
  const interrupted = await importTerms(command, COMPANY, entries(450));
  expect(interrupted).toEqual({ kind: "failed", message: "Refused.", added: 200 });
  command.backend.rows.add = add;
  server.fail.clear();
  expect(await importTerms(command, COMPANY, entries(450))).toEqual({
    ...{ kind: "done", added: 250, known: 200 },
  });
  expect(server.terms.size).toBe(451);
});
