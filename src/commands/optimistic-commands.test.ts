import { beforeEach, describe, expect, it } from "vitest";
import {
  createAdministrationServer,
  DUPLICATE,
  REFUSED,
} from "#tests/support/administration-server.ts";
import { db } from "#tests/support/empty-mirror.ts";
import { LISTS, type ListedRows } from "#tests/support/mirrored-lists.ts";
import {
  COMPANY,
  companyRow,
  fileRow,
  goldenRow,
  personRow,
  promptRow,
  termRow,
} from "#tests/support/rows.ts";
import { type Outcome, unreachable } from "../backend/outcome.ts";
import { GOLDEN_QUESTIONS } from "../mirror/person/lists/golden-questions.ts";
import { VOCABULARY } from "../mirror/person/lists/vocabulary.ts";
import type { AdministrationCommand, CommandResult } from "./command-result.ts";
import { createCompany, deleteCompany, requireSecondFactor } from "./companies.ts";
import { addGoldenQuestion } from "./golden-run.ts";
import { setFileAgents } from "./knowledge-files.ts";
import { changeRow, removeRow } from "./list-rows.ts";
import { assignPerson, changePerson, deletePerson, setRole } from "./people.ts";
import { addPrompt, removePrompt } from "./prompt-settings.ts";
import { addTerm } from "./vocabulary.ts";

const GONE = "This is not there any more, or not yours to change.";

let server: ReturnType<typeof createAdministrationServer>;
let command: AdministrationCommand;
let time: number;

beforeEach(() => {
  server = createAdministrationServer();
  time = 100;
  command = server.command(db, () => time);
});

type ListName = "companies" | "people" | "files" | "prompts" | "terms" | "golden";
type RowOf<Name extends ListName> =
  (typeof LISTS)[Name] extends ListedRows<infer Row> ? Row : never;

/** What a command does beside the change of its list. */
interface Conduct<Row> {
  /** What is said when the server has no such row; null if that is no failure. */
  gone?: string | null;
  /** Another administrator's change of the same row, in a column that the command does not write. */
  other?: Partial<Row>;
  /** A refusal with a text of its own. */
  refusal?: [string, Outcome<never>, string];
}

/** A command that changes a list from `before` to `after`. @param call its name in the server */
function caseOf<Name extends ListName>(
  [name, call, more = {}]: [list: Name, call: string, more?: Conduct<RowOf<Name>>],
  before: RowOf<Name>[],
  after: Partial<RowOf<Name>>[],
  run: () => Promise<CommandResult>,
) {
  const { gone = GONE, other = null, refusal } = more;
  const list = LISTS[name] as unknown as ListedRows<{ id: string }>;
  const rows = () =>
    (name === "files" ? server.files.rows : server[name]) as Map<string, { id: string }>;
  return {
    ...{ call, run, before, after, gone, other, refusal },
    rows: () => [...rows().values()],
    setRows(now: { id: string }[]) {
      rows().clear();
      for (const row of now) rows().set(row.id, row);
    },
    shown: () => list.read(db),
    count: () => db.table(list.table).count(),
    /** Stores the answer to a pull that was sent at `askedAt`. */
    pull: (askedAt: number, answer = [...rows().values()]) =>
      list.replace(db, { rows: answer, askedAt, now: time }),
  };
}

const NORTH = companyRow();
const SOUTH = { id: "0b1f2c3d-0000-4000-8000-000000000002", name: "South" };
const KIM = personRow();
const LOST = personRow({ company_id: null });
const FILE = fileRow({ passage_count: 0, indexed_passages: 0 });
const PROMPT = promptRow();
const TERM = termRow();
const QUESTION = goldenRow();
const { agent, question, expected, expected_text, file_id } = QUESTION;
const ENTRY = { agent, question, expected, expected_text, file_id };
const ALWAYS = { gone: null };
const OTHER_PERSON = { other: { can_use_voice_agent: true } };
const RENAMED_FILE = {
  gone: "This file is not there any more.",
  other: { file_name: "Renamed.txt" },
};
const NO_COMPANY = { ...unreachable('violates foreign key constraint "x"'), code: "23503" };
/** What is said of something that is there already. */
const twice = (message: string): Conduct<never> => ({
  gone: null,
  refusal: ["a second one", DUPLICATE, message],
});
const TO_NO_COMPANY: Conduct<never> = {
  refusal: ["to a company that was deleted", NO_COMPANY, "This company is not there any more."],
};
const SECOND_PROMPT = twice("This company already has a prompt with this key.");
const SECOND_TERM = twice("The vocabulary has this already.");
const GREETING = { prompt_key: "greeting", prompt_value: "Be kind", description: "D" };

const CASES = {
  createCompany: caseOf(["companies", "add companies", ALWAYS], [NORTH], [NORTH, SOUTH], () =>
    createCompany(command, SOUTH),
  ),
  requireSecondFactor: caseOf(
    ["companies", "change companies", { other: { name: "Renamed" } }],
    [NORTH],
    [{ ...NORTH, require_second_factor: true }],
    () => requireSecondFactor(command, NORTH, true),
  ),
  deleteCompany: caseOf(["companies", "remove companies"], [NORTH], [], () =>
    deleteCompany(command, NORTH, () => {}),
  ),
  changePerson: caseOf(
    ["people", "change profiles", OTHER_PERSON],
    [KIM],
    [{ ...KIM, status: "suspended" }],
    () => changePerson(command, KIM, { status: "suspended" }),
  ),
  setRole: caseOf(
    ["people", "change user_roles", OTHER_PERSON],
    [KIM],
    [{ ...KIM, role: "admin" }],
    () => setRole(command, KIM, "admin"),
  ),
  assignPerson: caseOf(["people", "change profiles", TO_NO_COMPANY], [LOST], [KIM], () =>
    assignPerson(command, LOST, COMPANY),
  ),
  deletePerson: caseOf(["people", "deleteUser", ALWAYS], [KIM], [], () =>
    deletePerson(command, KIM),
  ),
  setFileAgents: caseOf(
    ["files", "changeFile", RENAMED_FILE],
    [FILE],
    [{ ...FILE, allowed_agents: ["snap_agent"] }],
    () => setFileAgents(command, FILE, ["snap_agent"]),
  ),
  addPrompt: caseOf(["prompts", "add greeting", SECOND_PROMPT], [PROMPT], [GREETING, PROMPT], () =>
    addPrompt(command, { ...PROMPT, ...GREETING }),
  ),
  removePrompt: caseOf(["prompts", "remove ai_prompt_settings"], [PROMPT], [], () =>
    removePrompt(command, PROMPT),
  ),
  addTerm: caseOf(["terms", "add vocabulary_terms", SECOND_TERM], [], [{ term: "HX-200" }], () =>
    addTerm(command, TERM),
  ),
  "remove a term": caseOf(["terms", "remove vocabulary_terms"], [TERM], [], () =>
    removeRow(command, VOCABULARY, TERM.id),
  ),
  addGoldenQuestion: caseOf(["golden", "add golden_questions", ALWAYS], [], [ENTRY], () =>
    addGoldenQuestion(command, COMPANY, ENTRY),
  ),
  "change a golden question": caseOf(
    ["golden", "change golden_questions"],
    [QUESTION],
    [{ ...QUESTION, question: "How loose?" }],
    () => changeRow(command, GOLDEN_QUESTIONS, QUESTION.id, { ...ENTRY, question: "How loose?" }),
  ),
  "remove a golden question": caseOf(["golden", "remove golden_questions"], [QUESTION], [], () =>
    removeRow(command, GOLDEN_QUESTIONS, QUESTION.id),
  ),
};

const ENDED = { kind: "sign-in" } as const;
const POLICY = 'new row violates row-level security policy for "x"';
const FORBIDDEN = { kind: "never", code: "42501", message: POLICY } as const;
const REFUSALS: [string, Outcome<never>, string][] = [
  ["refused", REFUSED, "Refused."],
  ["sent without a connection", unreachable(), "No connection"],
  ["sent after the session ended", ENDED, "Your session has ended. Sign in again."],
  ["refused by a row-level security policy", FORBIDDEN, GONE],
];

describe.each(Object.entries(CASES))("%s", (_, tested) => {
  const { call, run, before, after, gone, other, refusal } = tested;
  const isShown = (rows: object[]) => expect.poll(tested.shown).toMatchObject(rows);

  beforeEach(async () => {
    tested.setRows(before);
    await tested.pull(50);
  });

  it("is shown at once, and stays, whatever a pull that was sent before contains", async () => {
    const open = server.hold(call);
    const done = run();
    await isShown(after);
    expect(tested.rows()).toEqual(before);
    open();
    time = 110;
    expect(await done).toEqual({ kind: "done" });
    expect(await tested.shown()).toMatchObject(after);
    await tested.pull(99, before);
    expect(await tested.shown()).toMatchObject(after);
    time = 120;
    await tested.pull(115);
    expect(await tested.shown()).toMatchObject(after);
    expect(await tested.count()).toBe(after.length);
  });

  it.each(refusal === undefined ? REFUSALS : [...REFUSALS, refusal])(
    "is undone when it is %s",
    async (__, outcome, message) => {
      server.fail.set(call, outcome);
      expect(await run()).toEqual({ kind: "failed", message });
      expect(await tested.shown()).toMatchObject(before);
      expect(await tested.count()).toBe(before.length);
    },
  );

  if (gone !== null) {
    it("is undone when the server has no such row", async () => {
      tested.setRows([]);
      expect(await run()).toEqual({ kind: "failed", message: gone });
      expect(await tested.shown()).toMatchObject(before);
    });
  }

  if (other === null) return;
  it("does not undo a change that somebody else made meanwhile", async () => {
    const open = server.hold(call);
    const done = run();
    await isShown(after);
    time = 101;
    tested.setRows(before.map((row) => ({ ...row, ...other })));
    await tested.pull(101);
    open();
    await done;
    expect(await tested.shown()).toMatchObject(after.map((row) => ({ ...row, ...other })));
  });
});
