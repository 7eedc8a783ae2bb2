import type { GoldenQuestion } from "@contracts/golden-question.ts";
import type { GoldenOutcome, GoldenRunReply, GoldenRunRequest } from "@contracts/golden-run.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createKnowledgeServer, fileNamed, readText } from "#tests/support/knowledge-server.ts";
import { COMPANY, goldenRow } from "#tests/support/rows.ts";
import { type Outcome, unreachable } from "../backend/outcome.ts";
import { PersonDatabase } from "../mirror/person/person-database.ts";
import {
  checkAndRelease,
  type HeldCommand,
  releaseVersion,
  uploadVersion,
} from "./held-versions.ts";
import { uploadFile } from "./knowledge-upload.ts";

const QUESTION = goldenRow({ expected: "words", expected_text: "12 Nm" });
const ports = {
  companyId: COMPANY,
  agents: ["label_agent" as const],
  read: readText(1),
  progress: () => {},
};

let db: PersonDatabase;
let server: ReturnType<typeof createKnowledgeServer>;
let set: Outcome<GoldenQuestion[]>;
let after: GoldenOutcome;
let runs: GoldenRunRequest[];
let command: HeldCommand;

beforeEach(async () => {
  db = new PersonDatabase(crypto.randomUUID());
  server = createKnowledgeServer();
  set = { kind: "ok", value: [QUESTION] };
  after = "kept";
  runs = [];
  const runGolden = async (request: GoldenRunRequest): Promise<Outcome<GoldenRunReply>> => {
    runs.push(request);
    const results = request.question_ids.map((id) => ({ id, before: "kept" as const, after }));
    return (
      server.fail.get("runGolden") ?? { kind: "ok", value: { results, cost: 0, model_calls: 0 } }
    );
  };
  let time = 1;
  const backend = {
    ...server.backend,
    golden: { questions: async () => set },
    functions: { runGolden },
  };
  command = { db, backend, now: () => ++time } as unknown as HeldCommand;
  await uploadFile(command, { ...ports, file: new File(["text"], "one.txt") });
});
afterEach(() => db.delete());

const named = (name: string) => fileNamed(db, COMPANY, name);
const upload = async () =>
  uploadVersion(
    command,
    { ...ports, file: new File(["text"], "two.txt"), previous: await named("one.txt") },
    () => {},
  );
const states = async () => [
  (await named("one.txt")).superseded_at !== null,
  (await named("two.txt")).is_held,
];

describe("the upload of a new version", () => {
  it("is as ever in a company without golden questions", async () => {
    set = { kind: "ok", value: [] };
    expect(await upload()).toEqual({ kind: "done" });
    expect(await states()).toEqual([true, false]);
    expect(runs).toEqual([]);
  });

  it("replaces the earlier one by itself when nothing gets worse", async () => {
    const previous = await named("one.txt");
    const uploaded = await upload();
    const two = await named("two.txt");
    expect(uploaded).toEqual({ kind: "held", id: two.id, result: { kind: "replaced" } });
    expect(await states()).toEqual([true, false]);
    expect(runs).toEqual([
      {
        ...{ company_id: COMPANY, agent: "ask", question_ids: [QUESTION.id] },
        change: { kind: "version", file_id: previous.id, by: two.id },
      },
    ]);
  });

  it.each(["broken", "unknown"] as const)(
    "leaves the earlier one answering when a question is %s with it",
    async (outcome) => {
      after = outcome;
      expect(await upload()).toMatchObject({
        kind: "held",
        result: { kind: "worse", report: { comparisons: [{ before: "kept", after }] } },
      });
      expect(await states()).toEqual([false, true]);
      const version = { held: await named("two.txt"), previous: await named("one.txt") };
      expect(await releaseVersion(command, version)).toEqual({ kind: "done" });
      expect(await states()).toEqual([true, false]);
    },
  );

  it("leaves the earlier one answering when it can't be checked, until it can", async () => {
    server.fail.set("runGolden", unreachable());
    expect(await upload()).toMatchObject({ kind: "held", result: { kind: "unchecked" } });
    expect(await states()).toEqual([false, true]);
    server.fail.clear();
    const version = { held: await named("two.txt"), previous: await named("one.txt") };
    expect(await checkAndRelease(command, version, () => {})).toEqual({ kind: "replaced" });
    expect(await states()).toEqual([true, false]);
  });

  it("is held when it is not known whether there are golden questions", async () => {
    set = unreachable();
    expect(await upload()).toMatchObject({ kind: "held", result: { kind: "unchecked" } });
    expect(await states()).toEqual([false, true]);
  });

  it("says so when it can't be released", async () => {
    server.fail.set("releaseVersion", unreachable());
    expect(await upload()).toMatchObject({ kind: "held", result: { kind: "failed" } });
    expect(await states()).toEqual([false, true]);
  });
});
