import type { SpokenTerm, VocabularyTerm } from "@contracts/vocabulary.ts";
import { useMemo } from "react";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { removeRow } from "#commands/list-rows.ts";
import { addTerm, importTerms } from "#commands/vocabulary.ts";
import { offerUndo, showResult } from "#features/administration/show-result.ts";
import { useCommand } from "#features/administration/use-command.ts";
import { VOCABULARY } from "#mirror/person/lists/vocabulary.ts";
import { showError, showStatus } from "#ui/toast.ts";
import { readCsvFile } from "../read-csv.ts";
import { useOneAtATime } from "../use-one-at-a-time.ts";
import { readVocabularyCsv } from "./vocabulary-csv.ts";

const IMPORTING = "importing";

/** Changes a company's vocabulary, and shows a toast with the result. */
export function useTermActions(companyId: string) {
  const command = useCommand();
  const { busy, run } = useOneAtATime();
  const actions = useMemo(() => {
    const add = async (entry: SpokenTerm, id?: string) =>
      command !== null &&
      showResult(
        addTerm(command, { ...entry, company_id: companyId }, id),
        "Error adding term",
        "Term added",
        entry.term,
      );
    return {
      add: async (entry: SpokenTerm) =>
        (await run(`add ${entry.term} ${entry.heard}`, "add", () => add(entry))) ?? false,
      async remove(row: VocabularyTerm): Promise<void> {
        if (command === null) return;
        await run(row.id, "remove", async () => {
          const result = await removeRow(command, VOCABULARY, row.id);
          if (result.kind === "failed") showError("Error deleting term", result.message);
          else offerUndo("Term deleted", row.term, () => void add(row, row.id));
        });
      },
      async importFile(file: File): Promise<void> {
        if (command === null) return;
        await run(IMPORTING, `${file.name} ${file.size}`, () =>
          importFrom(command, companyId, file),
        );
      },
    };
  }, [command, companyId, run]);
  return { ...actions, isImporting: busy.has(IMPORTING) };
}

async function importFrom(
  command: AdministrationCommand,
  companyId: string,
  file: File,
): Promise<void> {
  const title = "Error importing terms";
  const read = await readCsvFile(file, readVocabularyCsv);
  if (read.kind === "wrong") return showError(title, read.message);
  const result = await importTerms(command, companyId, read.entries);
  const { added } = result;
  const terms = added === 1 ? "1 term" : `${added} terms`;
  if (result.kind === "done") {
    const { known } = result;
    const there = known > 0 ? ` ${known} ${known === 1 ? "was" : "were"} there already.` : "";
    return showStatus("Terms imported", `${terms} added.${there}`);
  }
  const some = added > 0 ? ` ${terms} ${added === 1 ? "was" : "were"} added before.` : "";
  showError(title, `${result.message}${some}`);
}
