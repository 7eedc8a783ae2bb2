import type { GoldenQuestion } from "@contracts/golden-question.ts";
import type { Passage } from "@contracts/knowledge.ts";
import { beforeEach, expect, it, vi } from "vitest";
import { fileNamed, readText } from "#tests/support/knowledge-server.ts";
import { command as administration, db, server } from "#tests/support/one-administrator.ts";
import { COMPANY, goldenRow } from "#tests/support/rows.ts";
import { type Outcome, unreachable } from "../backend/outcome.ts";
import type { AdministrationCommand } from "./command-result.ts";
import { selectWorse } from "./golden-run.ts";
import { uploadFile } from "./knowledge-upload.ts";
import { type NextVersion, type ReplaceDecision, replaceDocument } from "./replace-document.ts";

const OTHER = "00000000-0000-4000-8000-00000000000f";

const reading = (body: string) => async () => {
  const passages: Passage[] = [{ chunk_no: 0, page: null, heading: null, body }];
  return { ...(await readText(0)()), passages };
};
const ports = {
  companyId: COMPANY,
  agents: ["label_agent" as const],
  read: reading("12 Nm"),
  progress: () => {},
};

let set: Outcome<GoldenQuestion[]>;
let command: AdministrationCommand;
const decide = vi.fn<NextVersion["decide"]>();
/** Everything of a text is found. */
const search = vi.fn<NextVersion["search"]>();

beforeEach(async () => {
  set = { kind: "ok", value: [] };
  decide.mockReset();
  search.mockReset();
  search.mockImplementation(async ({ passages, questions }) => questions.map(() => [...passages]));
  const rows = { read: async () => set };
  const backend = { ...administration.backend, rows };
  command = { ...administration, backend } as unknown as AdministrationCommand;
  await uploadFile(command, { ...ports, file: new File(["text"], "one.txt") });
});

const named = (name: string) => fileNamed(db, COMPANY, name);
const replace = async (options: Partial<NextVersion> = {}) =>
  replaceDocument(command, {
    ...{ ...ports, file: new File(["text"], "two.txt"), previous: await named("one.txt") },
    ...{ decide, search, ...options },
  });
function expectPassage(expected_text: string, more: Partial<GoldenQuestion> = {}): void {
  const question = goldenRow({ expected: "passage", expected_text, ...more });
  set = { kind: "ok", value: [question] };
}
const isReplaced = async () => (await named("one.txt")).superseded_at !== null;
function nothingIsStored(): void {
  expect([server.files.rows.size, server.files.objects.size]).toEqual([1, 1]);
}

it("a document is replaced as ever in a company without golden questions", async () => {
  expect(await replace()).toEqual({ kind: "done" });
  expect(await isReplaced()).toBe(true);
  expect(search).not.toHaveBeenCalled();
});

it.each<[string, ReplaceDecision, string, Record<string, boolean>]>([
  ["leaves nothing when cancelled", "cancel", "cancelled", { "one.txt": true }],
  [
    "is a document of its own when both are kept",
    "keep-both",
    "added",
    { "one.txt": true, "KX-20.txt": true },
  ],
  [
    "replaces the earlier document when that is wanted",
    "replace",
    "done",
    { "one.txt": false, "KX-20.txt": true },
  ],
])("a file that is unlike the document to replace %s", async (_, decision, kind, answer) => {
  const one = await named("one.txt");
  const previous = { ...one, file_name: "KX-12.txt" };
  decide.mockResolvedValueOnce(decision);
  const file = new File(["text"], "KX-20.txt");
  expect(await replace({ file, previous })).toMatchObject({ kind });
  const comparison = { isOtherModel: true, from: "KX-12", to: "KX-20" };
  expect(decide.mock.calls).toMatchObject([[{ kind: "unlike", comparison }]]);
  const rows = [...server.files.rows.values()];
  expect(
    Object.fromEntries(rows.map((row) => [row.file_name, row.superseded_at === null])),
  ).toEqual(answer);
  expect(rows.map(({ allowed_agents }) => allowed_agents)).toEqual(
    rows.map(() => one.allowed_agents),
  );
});

it.each<[string, () => unknown]>([
  ["the earlier one can't be compared", () => server.fail.set("passages", unreachable())],
  ["the golden questions can't be loaded", () => (set = unreachable())],
  ["the device can't search", () => search.mockRejectedValue(new Error("The search failed"))],
])("nothing of a version is stored when %s", async (_, arrange) => {
  expectPassage("12 Nm");
  arrange();
  expect(await replace()).toMatchObject({ kind: "failed" });
  nothingIsStored();
});

it("a document is replaced without a question when no golden question gets worse", async () => {
  expectPassage("15 nm");
  expect(await replace({ read: reading("**15** Nm") })).toEqual({ kind: "done" });
  expect(await isReplaced()).toBe(true);
  expect(decide).not.toHaveBeenCalled();
});

it("a document with which a golden question is answered and with its new version is not is replaced only when the person says so", async () => {
  expectPassage("12 Nm");
  decide.mockResolvedValueOnce("cancel");
  expect(await replace({ read: reading("15 Nm") })).toEqual({ kind: "cancelled" });
  nothingIsStored();
  const [concern] = decide.mock.lastCall ?? [];
  const report = concern?.kind === "worse" ? concern.report : undefined;
  expect(report).toMatchObject({ done: 1, of: 1, cost: 0, failure: null });
  expect(selectWorse(report?.comparisons ?? [])).toHaveLength(1);
  decide.mockResolvedValueOnce("replace");
  expect(await replace({ read: reading("15 Nm") })).toEqual({ kind: "done" });
  expect(await isReplaced()).toBe(true);
});

it.each<[string, Partial<GoldenQuestion>]>([
  ["expects a refusal", { expected: "refusal", expected_text: null }],
  ["is about another document", { file_id: OTHER }],
  ["is for an agent that does not use the document", { agent: "label" }],
  ["expects words of another document", { expected_text: "quillon spanner" }],
])("a golden question that %s says nothing against a new version", async (_, fields) => {
  expectPassage("12 Nm", fields);
  const previous = { ...(await named("one.txt")), allowed_agents: ["snap_agent" as const] };
  expect(await replace({ previous, read: reading("15 Nm") })).toEqual({ kind: "done" });
  expect(decide).not.toHaveBeenCalled();
});
