import type { GoldenEntry, GoldenQuestion } from "@contracts/golden-question.ts";
import { GOLDEN_BATCH, type GoldenChange, type GoldenOutcome } from "@contracts/golden-run.ts";
import type { QuestionAgent } from "@contracts/question.ts";
import { GOLDEN_QUESTIONS } from "../mirror/person/lists/golden-questions.ts";
import { type Command, type CommandResult, failureMessage } from "./command-result.ts";
import { addRow } from "./list-rows.ts";

/** A change of one agent that is to be tried. */
export interface GoldenTrial {
  agent: QuestionAgent;
  change: GoldenChange;
}

/** The answers to one golden question before and after a change. */
export interface GoldenComparison {
  question: GoldenQuestion;
  before: GoldenOutcome;
  after: GoldenOutcome;
}

/** How far a run is, and what it has found so far. */
export interface GoldenReport {
  /** Questions that were asked. */
  done: number;
  of: number;
  comparisons: readonly GoldenComparison[];
  /** In dollars; null when a part of it is not known. */
  cost: number | null;
  /** Why the rest could not be asked; null while everything can. */
  failure: string | null;
}

/** The questions whose answers are no longer as expected. */
export function selectWorse(all: readonly GoldenComparison[]): GoldenComparison[] {
  return all.filter(({ before, after }) => after === "broken" && before !== "broken");
}

/** The questions that had no answer to check after the change. */
export function selectUnchecked(all: readonly GoldenComparison[]): GoldenComparison[] {
  return all.filter(({ after }) => after === "unknown");
}

/** Whether every question was checked, and none gets worse. */
export function isWithoutLoss({ comparisons, failure }: GoldenReport): boolean {
  const lost = [...selectWorse(comparisons), ...selectUnchecked(comparisons)];
  return failure === null && lost.length === 0;
}

/** The questions of a golden set that a run would ask. */
export function questionsOfTrials(
  set: readonly GoldenQuestion[],
  trials: readonly GoldenTrial[],
): GoldenQuestion[] {
  return set.filter(({ agent }) => trials.some((trial) => trial.agent === agent));
}

/**
 * Tries golden questions before and after a change, a few in each request.
 * @param onProgress called after each request with the progress
 * @param signal ends the run
 */
export async function runGoldenQuestions(
  { db, backend }: Command<"functions">,
  companyId: string,
  set: readonly GoldenQuestion[],
  trials: readonly GoldenTrial[],
  onProgress: (report: GoldenReport) => void,
  signal: AbortSignal,
): Promise<GoldenReport> {
  const of = questionsOfTrials(set, trials).length;
  let report: GoldenReport = { done: 0, of, comparisons: [], cost: 0, failure: null };
  for (const { agent, change } of trials) {
    const questions = set.filter((question) => question.agent === agent);
    for (let from = 0; from < questions.length; from += GOLDEN_BATCH) {
      const batch = questions.slice(from, from + GOLDEN_BATCH);
      const question_ids = batch.map(({ id }) => id);
      const reply = await backend.functions.runGolden(
        { company_id: companyId, agent, question_ids, change },
        { personId: db.personId, key: crypto.randomUUID(), signal },
      );
      if (reply.kind !== "ok") return { ...report, failure: failureMessage(reply) };
      const { results, cost } = reply.value;
      const comparisons = results.flatMap(({ id, before, after }) => {
        const question = batch.find((each) => each.id === id);
        return question === undefined ? [] : [{ question, before, after }];
      });
      report = {
        ...report,
        done: report.done + batch.length,
        comparisons: [...report.comparisons, ...comparisons],
        cost: report.cost === null || cost === null ? null : report.cost + cost,
      };
      onProgress(report);
    }
  }
  return report;
}

/**
 * Adds a question to a company's golden set. @param id that of a deleted one brings the same one back
 */
export function addGoldenQuestion(
  command: Command<"rows">,
  companyId: string,
  entry: GoldenEntry,
  id: string = crypto.randomUUID(),
): Promise<CommandResult> {
  const { agent, question, expected, expected_text, file_id } = entry;
  const stated = { agent, question, expected, expected_text, file_id };
  const sent = { ...stated, id, company_id: companyId, created_by: command.db.personId };
  const row = { ...sent, created_at: new Date(command.now()).toISOString() };
  return addRow(command, GOLDEN_QUESTIONS, row, sent);
}
