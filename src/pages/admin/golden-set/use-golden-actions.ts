import type { GoldenEntry, GoldenQuestion } from "@contracts/golden-question.ts";
import { useMemo } from "react";
import { addGoldenQuestion } from "#commands/golden-run.ts";
import { changeRow, removeRow } from "#commands/list-rows.ts";
import { offerUndo, showResult } from "#features/administration/show-result.ts";
import { useCommand } from "#features/administration/use-command.ts";
import { GOLDEN_QUESTIONS } from "#mirror/person/lists/golden-questions.ts";
import { showError } from "#ui/toast.ts";

const FAILED = "Error saving golden question";

/** Changes a company's golden set, and shows a toast with the result. */
export function useGoldenActions(companyId: string) {
  const command = useCommand();
  return useMemo(() => {
    /** @returns whether it was added */
    async function add(entry: GoldenEntry, id?: string): Promise<boolean> {
      if (command === null) return false;
      const sent = addGoldenQuestion(command, companyId, entry, id);
      return showResult(sent, FAILED, "Added to golden set", entry.question);
    }
    return {
      add: (entry: GoldenEntry) => add(entry),
      /** @returns whether it was changed */
      async change(id: string, entry: GoldenEntry): Promise<boolean> {
        if (command === null) return false;
        const sent = changeRow(command, GOLDEN_QUESTIONS, id, entry);
        return showResult(sent, FAILED, "Golden question changed", entry.question);
      },
      async remove(row: GoldenQuestion): Promise<void> {
        if (command === null) return;
        const result = await removeRow(command, GOLDEN_QUESTIONS, row.id);
        if (result.kind === "failed") showError("Error deleting golden question", result.message);
        else offerUndo("Golden question deleted", row.question, () => void add(row, row.id));
      },
    };
  }, [command, companyId]);
}
