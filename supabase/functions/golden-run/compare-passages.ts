import { z } from "zod/mini";
import { AGENTS } from "../_shared/contracts/agent.ts";
import type { GoldenQuestion } from "../_shared/contracts/golden-question.ts";
import type {
  GoldenChange,
  GoldenOutcome,
  GoldenRunRequest,
} from "../_shared/contracts/golden-run.ts";
import { isComplete, knowledgeFileSchema } from "../_shared/contracts/knowledge.ts";
import { type Retrieved, retrieve } from "../_shared/grounding/retrieve.ts";
import { Refused } from "../_shared/request/refused.ts";
import type { ServiceRest } from "../_shared/request/service-rest.ts";
import { judgePassages } from "./judge.ts";
import { type FoundAhead, openTrial, searchWithVersion } from "./trial-rest.ts";

const foundSchema = z.pick(knowledgeFileSchema, {
  id: true,
  passage_count: true,
  indexed_passages: true,
});

type DocumentChange = Exclude<GoldenChange, { kind: "prompt" }>;

/** What a document's change does to the passages that are found. */
export interface PassageRun {
  input: GoldenRunRequest & { change: DocumentChange };
  /** Who asks: the id of a person. */
  person: string;
  rest: ServiceRest;
  /** What will be found, as far as it was searched for already. */
  ahead: FoundAhead;
}

/**
 * Prepares the comparison of some questions.
 * @throws Refused 404 when the version is no held one of that document, or not complete
 */
export async function openPassageRun(
  input: PassageRun["input"],
  person: string,
  rest: ServiceRest,
  questions: readonly GoldenQuestion[],
): Promise<PassageRun> {
  const { change, company_id, agent } = input;
  if (change.kind === "without_file") return { input, person, rest, ahead: new Map() };
  await checkHeld(rest, company_id, change);
  const asked = questions.map(({ question }) => question);
  const ahead = await searchWithVersion(rest, company_id, agent, change, asked);
  return { input, person, rest, ahead };
}

async function checkHeld(
  rest: ServiceRest,
  company: string,
  { file_id, by }: Extract<GoldenChange, { kind: "version" }>,
): Promise<void> {
  const rows = await rest.select("knowledge_base", {
    company_id: `eq.${company}`,
    or: `(and(id.eq.${file_id},superseded_by.eq.${by}),and(id.eq.${by},is_held.is.true))`,
    select: "id,passage_count,indexed_passages",
  });
  const found = z.array(foundSchema).parse(rows);
  const held = found.find(({ id }) => id === by);
  const isThere = found.length === 2 && held !== undefined && isComplete(held);
  if (!isThere) throw new Refused(404, "not_found", "This version does not wait for a check.");
}

/** What is found for a question before and after the change, without a model. */
export async function comparePassages(
  run: PassageRun,
  golden: GoldenQuestion,
): Promise<{ before: GoldenOutcome; after: GoldenOutcome }> {
  const { company_id, agent, change } = run.input;
  const wanted = {
    ...{ person: run.person, agent: AGENTS[agent].logged },
    ...{ question: golden.question, earlier: null },
  };
  const before = await retrieve(openTrial(run.rest, company_id, agent, null).rest, wanted);
  const trial = openTrial(run.rest, company_id, agent, change, run.ahead);
  const after = await retrieve(trial.rest, wanted);
  if (golden.expected === "refusal") {
    return { before: "kept", after: refusalAfter(change, before, after) };
  }
  return { before: judgePassages(golden, before.hits), after: judgePassages(golden, after.hits) };
}

/**
 * Whether a refusal stays one. A document that is gone can make no answer out of it. A new version
 * can: whether it does with a relevant passage that was not there before, only a model could tell.
 */
function refusalAfter(
  { kind }: DocumentChange,
  before: Retrieved,
  after: Retrieved,
): GoldenOutcome {
  if (kind === "without_file") return "kept";
  const known = new Set(before.relevant.map(({ body }) => body));
  return after.relevant.every(({ body }) => known.has(body)) ? "kept" : "unknown";
}
