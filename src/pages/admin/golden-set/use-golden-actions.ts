import type { GoldenEntry, GoldenQuestion } from "@contracts/golden-question.ts";
import { useMemo } from "react";
import type { AdministrationCommand, CommandResult } from "#commands/command-result.ts";
import { addGoldenQuestion } from "#commands/golden-run.ts";
import { changeRow, removeRow } from "#commands/list-rows.ts";
import { GOLDEN_QUESTIONS } from "#mirror/person/lists/golden-questions.ts";
import { showError, showStatus, showUndo } from "#ui/toast.ts";

/** How long a deletion can be taken back, in ms. */
const UNDO_MS = 8000;

/** Changes a company's golden set, and shows a toast with the result. */
export function useGoldenActions(command: AdministrationCommand | null, companyId: string) {
  return useMemo(() => {
    async function showResult(
      sent: Promise<CommandResult>,
      title: string,
      question: string,
    ): Promise<boolean> {
      const result = await sent;
      if (result.kind === "failed") showError("Error saving golden question", result.message);
      else showStatus(title, question);
      return result.kind === "done";
    }
    return {
      /** @returns whether it was added */
      async add(entry: GoldenEntry): Promise<boolean> {
        if (command === null) return false;
        const sent = addGoldenQuestion(command, companyId, entry);
        return showResult(sent, "Added to golden set", entry.question);
      },
      /** @returns whether it was changed */
      async change(id: string, entry: GoldenEntry): Promise<boolean> {
        if (command === null) return false;
        const sent = changeRow(command, GOLDEN_QUESTIONS, id, entry);
        return showResult(sent, "Golden question changed", entry.question);
      },
      async remove(row: GoldenQuestion): Promise<void> {
        if (command === null) return;
        const result = await removeRow(command, GOLDEN_QUESTIONS, row.id);
        if (result.kind === "failed") {
          showError("Error deleting golden question", result.message);
          return;
        }
        const again = () => addGoldenQuestion(command, companyId, row, row.id);
        showUndo({
          title: "Golden question deleted",
          message: row.question,
          forMs: UNDO_MS,
          undo: () => void showResult(again(), "Added to golden set", row.question),
          closed: () => {},
        });
      },
    };
  }, [command, companyId]);
}
