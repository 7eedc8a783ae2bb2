import type { Person } from "@contracts/person.ts";
import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { db } from "#tests/support/empty-mirror.ts";
import { COMPANY, personRow } from "#tests/support/rows.ts";
import { type MirroredList, mirroredList } from "./mirrored-list.ts";
import { replaceRows } from "./replace-rows.ts";

const SCOPE = "everybody";

const person = (id: string, full_name = "Kim") => personRow({ id, full_name });

let people: MirroredList<Person>;
let time: number;
const now = () => time;

beforeEach(() => {
  people = mirroredList(db.people);
  time = 100;
});

async function answer(rows: readonly Person[], askedAt: number): Promise<void> {
  const scope = { name: SCOPE, holds: (row: Person) => row.company_id === COMPANY };
  await replaceRows(db, db.people, scope, { rows, askedAt, now: time });
}

/** The rows that a page would show, sorted by id. */
async function shown(): Promise<Person[]> {
  const rows = await db.people.orderBy("id").toArray();
  return rows.flatMap(({ mirroredAt: _, leaving, ...row }) => (leaving ? [] : [row]));
}

it("an optimistic change is undone except where another change has replaced it", async () => {
  await answer([person("a")], 90);
  const first = await people.applyOptimistic("a", { status: "suspended" }, now);
  const second = await people.applyOptimistic("a", { role: "admin" }, now);
  await first();
  expect(await shown()).toEqual([{ ...person("a"), role: "admin" }]);
  await second();
  expect(await shown()).toEqual([person("a")]);
  const takeBack = await people.applyOptimistic("a", { full_name: "Mine" }, now);
  await people.confirm("a", { full_name: "Theirs" }, time);
  await takeBack();
  expect(await shown()).toEqual([person("a", "Theirs")]);
});

/** One event; `pick` chooses the object that it happens to. */
const events = fc.array(
  fc.record({
    kind: fc.constantFrom("ask", "serve", "answer", "elsewhere", "command", "decide", "reply"),
    pick: fc.nat(20),
    id: fc.constantFrom("a", "b", "c"),
    value: fc.constantFrom("Ann", "Bob", "Cem", null),
    isRefused: fc.boolean(),
    passes: fc.nat(1),
  }),
  { maxLength: 40 },
);

interface Question {
  askedAt: number;
  rows: Person[] | null;
}

interface Command {
  id: string;
  /** Null: the row is to be deleted. */
  value: string | null;
  isRefused: boolean;
  outcome: "open" | "done" | "refused";
  takeBack: () => Promise<void>;
}

it("the mirror ends with the server's rows, in any order of requests and commands", async () => {
  await fc.assert(
    fc.asyncProperty(events, async (happening) => {
      await db.people.clear();
      time = 1;
      const server = new Map([["a", person("a")]]);
      const questions: Question[] = [];
      const commands: Command[] = [];
      const choose = <T>(among: T[], pick: number): T | undefined => among[pick % among.length];
      const set = (id: string, value: string | null) =>
        value === null ? server.delete(id) : server.set(id, person(id, value));
      const ask = () => questions.push({ askedAt: time, rows: null });
      const serve = (question: Question) => {
        question.rows ??= [...server.values()];
      };
      async function take(question: Question) {
        serve(question);
        questions.splice(questions.indexOf(question), 1);
        await answer(question.rows ?? [], question.askedAt);
      }
      function decide(command: Command) {
        if (command.outcome !== "open") return;
        const isPossible = command.value === null || server.has(command.id);
        command.outcome = command.isRefused || !isPossible ? "refused" : "done";
        if (command.outcome === "done") set(command.id, command.value);
      }
      async function reply(command: Command) {
        decide(command);
        commands.splice(commands.indexOf(command), 1);
        const { id, value } = command;
        if (command.outcome === "refused") await command.takeBack();
        else if (value === null) await people.removeOptimistic(id, now);
        else await people.confirm(id, { full_name: value }, time);
      }
      for (const { kind, pick, id, value, isRefused, passes } of happening) {
        // Several things may happen within a millisecond.
        time += passes;
        const question = choose(questions, pick);
        const command = choose(commands, pick);
        if (kind === "ask") ask();
        if (kind === "serve" && question !== undefined) serve(question);
        if (kind === "answer" && question !== undefined) await take(question);
        if (kind === "elsewhere") set(id, value);
        if (kind === "command") {
          const takeBack =
            value === null
              ? await people.removeOptimistic(id, now)
              : await people.applyOptimistic(id, { full_name: value }, now);
          commands.push({ id, value, isRefused, outcome: "open", takeBack });
        }
        if (kind === "decide" && command !== undefined) decide(command);
        if (kind === "reply" && command !== undefined) await reply(command);
      }
      for (const command of [...commands]) await reply(command);
      time += 1;
      ask();
      for (const question of [...questions].reverse()) await take(question);
      const truth = [...server.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(await shown()).toEqual(truth);
    }),
    { numRuns: 300 },
  );
});
