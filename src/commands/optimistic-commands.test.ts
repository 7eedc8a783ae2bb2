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
import type { AdministrationCommand, CommandResult } from "./command-result.ts";
import { createCompany, deleteCompany, requireSecondFactor } from "./companies.ts";
import {
  addGoldenQuestion,
  changeGoldenQuestion,
  removeGoldenQuestion,
} from "./golden-questions.ts";
import { setFileAgents } from "./knowledge-files.ts";
import { assignPerson, changePerson, deletePerson, setRole } from "./people.ts";
import { addPrompt, removePrompt } from "./prompt-settings.ts";
import { addTerm, removeTerm } from "./vocabulary.ts";

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

/** A command that changes a list from `before` to `after`. @param call its name in the server */
function caseOf<Name extends ListName>(
  name: Name,
  call: string,
  run: () => Promise<CommandResult>,
  before: RowOf<Name>[],
  after: Partial<RowOf<Name>>[],
  more: {
    /** What is said when the server has no such row; null if that is no failure. */
    gone?: string | null;
    /** A change by somebody else that does not concern the command. */
    other?: Partial<RowOf<Name>>;
    /** A refusal with a text of its own. */
    refusal?: [string, Outcome<never>, string];
  } = {},
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
const OTHER_PERSON = { other: { can_use_voice_agent: true } };
const NO_COMPANY = { ...unreachable('violates foreign key constraint "x"'), code: "23503" };

const CASES = {
  createCompany: caseOf(
    "companies",
    "addCompany",
    () => createCompany(command, SOUTH),
    [NORTH],
    [NORTH, SOUTH],
    { gone: null },
  ),
  requireSecondFactor: caseOf(
    "companies",
    "requireSecondFactor",
    () => requireSecondFactor(command, NORTH, true),
    [NORTH],
    [{ ...NORTH, require_second_factor: true }],
    { other: { name: "Renamed" } },
  ),
  deleteCompany: caseOf(
    "companies",
    "deleteCompany",
    () => deleteCompany(command, NORTH, () => {}),
    [NORTH],
    [],
  ),
  changePerson: caseOf(
    "people",
    "changePerson",
    () => changePerson(command, KIM, { status: "suspended" }),
    [KIM],
    [{ ...KIM, status: "suspended" }],
    OTHER_PERSON,
  ),
  setRole: caseOf(
    "people",
    "setRole",
    () => setRole(command, KIM, "admin"),
    [KIM],
    [{ ...KIM, role: "admin" }],
    OTHER_PERSON,
  ),
  assignPerson: caseOf(
    "people",
    "changePerson",
    () => assignPerson(command, LOST, COMPANY),
    [LOST],
    [KIM],
    {
      refusal: ["to a company that was deleted", NO_COMPANY, "This company is not there any more."],
    },
  ),
  deletePerson: caseOf("people", "deleteUser", () => deletePerson(command, KIM), [KIM], [], {
    gone: null,
  }),
  setFileAgents: caseOf(
    "files",
    "changeFile",
    () => setFileAgents(command, FILE, ["snap_agent"]),
    [FILE],
    [{ ...FILE, allowed_agents: ["snap_agent"] }],
    { gone: "This file is not there any more.", other: { file_name: "Renamed.txt" } },
  ),
  addPrompt: caseOf(
    "prompts",
    "add greeting",
    () => addPrompt(command, { ...PROMPT, prompt_key: "greeting", description: "D" }),
    [PROMPT],
    [{ prompt_key: "greeting", prompt_value: "Be kind", description: "D" }, PROMPT],
    {
      gone: null,
      refusal: ["a second one", DUPLICATE, "This company already has a prompt with this key."],
    },
  ),
  removePrompt: caseOf(
    "prompts",
    "deletePromptSetting",
    () => removePrompt(command, PROMPT),
    [PROMPT],
    [],
  ),
  addTerm: caseOf("terms", "addTerms", () => addTerm(command, TERM), [], [{ term: "HX-200" }], {
    gone: null,
    refusal: ["a second one", DUPLICATE, "The vocabulary has this already."],
  }),
  removeTerm: caseOf("terms", "deleteTerm", () => removeTerm(command, TERM), [TERM], []),
  addGoldenQuestion: caseOf(
    "golden",
    "addGolden",
    () => addGoldenQuestion(command, COMPANY, ENTRY),
    [],
    [ENTRY],
    { gone: null },
  ),
  changeGoldenQuestion: caseOf(
    "golden",
    "changeGolden",
    () => changeGoldenQuestion(command, QUESTION.id, { ...ENTRY, question: "How loose?" }),
    [QUESTION],
    [{ ...QUESTION, question: "How loose?" }],
  ),
  removeGoldenQuestion: caseOf(
    "golden",
    "deleteGolden",
    () => removeGoldenQuestion(command, QUESTION),
    [QUESTION],
    [],
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

  it("does not bring back a row that was deleted meanwhile", async () => {
    const open = server.hold(call);
    const done = run();
    await isShown(after);
    time = 101;
    await tested.pull(101, []);
    open();
    await done;
    expect(await tested.shown()).toEqual([]);
  });
});
