import type { GoldenQuestion } from "@contracts/golden-question.ts";
import type { GoldenOutcome, GoldenRunReply, GoldenRunRequest } from "@contracts/golden-run.ts";
import { beforeEach, expect, it, vi } from "vitest";
import { fileNamed, readText } from "#tests/support/knowledge-server.ts";
import { command as administration, db, server } from "#tests/support/one-administrator.ts";
import { COMPANY, goldenRow } from "#tests/support/rows.ts";
import { type Outcome, unreachable } from "../backend/outcome.ts";
import {
  checkAndRelease,
  type HeldCommand,
  releaseVersion,
  type UnlikeDecision,
  uploadVersion,
  type VersionUpload,
} from "./held-versions.ts";
import { uploadFile } from "./knowledge-upload.ts";

const ports = {
  companyId: COMPANY,
  agents: ["label_agent" as const],
  read: readText(1),
  progress: () => {},
};

let set: Outcome<GoldenQuestion[]>;
let after: GoldenOutcome;
let command: HeldCommand;

beforeEach(async () => {
  set = { kind: "ok", value: [goldenRow()] };
  after = "kept";
  const runGolden = async ({
    question_ids,
  }: GoldenRunRequest): Promise<Outcome<GoldenRunReply>> => {
    const results = question_ids.map((id) => ({ id, before: "kept" as const, after }));
    const value = { results, cost: 0, model_calls: 0 };
    return server.fail.get("runGolden") ?? { kind: "ok", value };
  };
  const rows = { read: async () => set };
  const backend = { ...administration.backend, rows, functions: { runGolden } };
  command = { ...administration, backend } as unknown as HeldCommand;
  await uploadFile(command, { ...ports, file: new File(["text"], "one.txt") });
});

const named = (name: string) => fileNamed(db, COMPANY, name);
const upload = async (options: Partial<VersionUpload> = {}) =>
  uploadVersion(command, {
    ...{ ...ports, file: new File(["text"], "two.txt"), previous: await named("one.txt") },
    ...{ decide: async () => "cancel", told: () => {}, ...options },
  });
const version = async () => ({ held: await named("two.txt"), previous: await named("one.txt") });
/** Checks that the second version answers and is not held. */
async function secondAnswers(): Promise<void> {
  const { held, previous } = await version();
  expect([held.is_held, previous.superseded_at !== null]).toEqual([false, true]);
}

it("the upload of a new version is as ever in a company without golden questions", async () => {
  set = { kind: "ok", value: [] };
  server.fail.set("runGolden", unreachable());
  expect(await upload()).toEqual({ kind: "done" });
  await secondAnswers();
});

it.each<[string, UnlikeDecision, string, Record<string, boolean>]>([
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
    "held",
    { "one.txt": false, "KX-20.txt": true },
  ],
])(
  "the upload of a version that is unlike the earlier one %s",
  async (_, decision, kind, answer) => {
    const one = await named("one.txt");
    const previous = { ...one, file_name: "KX-12.txt" };
    const asked = vi.fn(async () => decision);
    const file = new File(["text"], "KX-20.txt");
    expect(await upload({ file, previous, decide: asked })).toMatchObject({ kind });
    expect(asked).toHaveBeenCalledOnce();
    const rows = [...server.files.rows.values()];
    expect(
      Object.fromEntries(rows.map((row) => [row.file_name, row.superseded_at === null])),
    ).toEqual(answer);
    expect(rows.map(({ allowed_agents }) => allowed_agents)).toEqual(
      rows.map(() => one.allowed_agents),
    );
  },
);

it("the upload of a version whose earlier one can't be compared leaves nothing", async () => {
  server.fail.set("passages", unreachable());
  expect(await upload()).toMatchObject({ kind: "failed" });
  expect(server.files.rows.size).toBe(1);
});

it("the upload of a new version replaces the earlier one by itself when nothing gets worse", async () => {
  expect(await upload()).toMatchObject({ kind: "held", result: { kind: "replaced" } });
  await secondAnswers();
});

it.each<[string, string, () => unknown]>([
  ["a question is broken with it", "worse", () => (after = "broken")],
  ["a question's outcome is unknown with it", "worse", () => (after = "unknown")],
  ["it can't be checked", "unchecked", () => server.fail.set("runGolden", unreachable())],
  ["it is not known whether there are golden questions", "unchecked", () => (set = unreachable())],
  ["it can't be released", "failed", () => server.fail.set("releaseVersion", unreachable())],
])(
  "the upload of a new version leaves the earlier one answering when %s",
  async (_, kind, arrange) => {
    arrange();
    expect(await upload()).toMatchObject({ kind: "held", result: { kind } });
    const { held, previous } = await version();
    expect([held.is_held, previous.superseded_at]).toEqual([true, null]);
    server.fail.clear();
    expect(await releaseVersion(command, { held, previous })).toEqual({ kind: "done" });
    await secondAnswers();
  },
);

it("the upload of a new version that could not be checked replaces the earlier one when it can", async () => {
  server.fail.set("runGolden", unreachable());
  await upload();
  server.fail.clear();
  const checked = await checkAndRelease(command, await version(), () => {});
  expect(checked).toEqual({ kind: "replaced" });
  await secondAnswers();
});
