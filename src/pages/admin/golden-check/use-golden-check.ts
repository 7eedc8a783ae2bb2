import type { GoldenQuestion } from "@contracts/golden-question.ts";
import { useEffect, useState } from "react";
import type { Outcome } from "#backend/outcome.ts";
import {
  type GoldenReport,
  type GoldenTrial,
  questionsOfTrials,
  runGoldenQuestions,
} from "#commands/golden-run.ts";
import { loadRows } from "#commands/list-rows.ts";
import { useCommand } from "#features/administration/use-command.ts";
import { GOLDEN_QUESTIONS } from "#mirror/person/lists/golden-questions.ts";

/** A check that runs, or has ended. */
export interface GoldenCheck {
  report: GoldenReport;
  isDone: boolean;
}

/**
 * Tries golden questions with changes that are not made yet, as long as the component is shown.
 * @param questions null until they are known; must not change between renders afterwards
 * @param trials must not change between renders
 * @returns null when no question is concerned
 */
export function useGoldenCheck(
  companyId: string,
  questions: readonly GoldenQuestion[] | null,
  trials: readonly GoldenTrial[],
): GoldenCheck | null {
  const command = useCommand();
  const of = questionsOfTrials(questions ?? [], trials).length;
  const [check, setCheck] = useState<GoldenCheck | null>(null);
  useEffect(() => {
    if (command === null || questions === null || of === 0) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const show = (isDone: boolean) => (report: GoldenReport) => {
      if (!signal.aborted) setCheck({ report, isDone });
    };
    const run = runGoldenQuestions(command, companyId, questions, trials, show(false), signal);
    void run.then(show(true));
    return () => leaving.abort();
  }, [command, companyId, questions, trials, of]);
  if (of === 0) return null;
  const begun = { done: 0, of, comparisons: [], cost: 0, failure: null };
  return check ?? { report: begun, isDone: false };
}

/** The golden set of a company as the server has it now; null until it has answered. */
export function useLoadedGoldenSet(companyId: string) {
  const command = useCommand();
  const [set, setSet] = useState<Outcome<readonly GoldenQuestion[]> | null>(null);
  useEffect(() => {
    if (command === null) return;
    let left = false;
    void loadRows(command, GOLDEN_QUESTIONS, companyId).then((loaded) => {
      if (!left) setSet(loaded);
    });
    return () => {
      left = true;
    };
  }, [command, companyId]);
  return set;
}
