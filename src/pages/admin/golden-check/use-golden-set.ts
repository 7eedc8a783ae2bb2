import type { GoldenQuestion } from "@contracts/golden-question.ts";
import { useEffect, useState } from "react";
import type { AdministrationCommand, Failed } from "#commands/command-result.ts";
import { loadGoldenQuestions } from "#commands/golden-run.ts";

/** The golden set of a company as the server has it now; null until it has answered. */
export function useGoldenSet(
  command: AdministrationCommand | null,
  companyId: string,
): { kind: "done"; questions: readonly GoldenQuestion[] } | Failed | null {
  const [set, setSet] = useState<Awaited<ReturnType<typeof loadGoldenQuestions>> | null>(null);
  useEffect(() => {
    if (command === null) return;
    let left = false;
    void loadGoldenQuestions(command, companyId).then((loaded) => {
      if (!left) setSet(loaded);
    });
    return () => {
      left = true;
    };
  }, [command, companyId]);
  return set;
}
