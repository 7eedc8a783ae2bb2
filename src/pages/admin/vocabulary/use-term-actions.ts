import { sizeLimitWords } from "@contracts/size-limit.ts";
import type { SpokenTerm, VocabularyTerm } from "@contracts/vocabulary.ts";
import { useCallback } from "react";
import type { AdministrationCommand } from "#commands/command-result.ts";
import { removeRow } from "#commands/list-rows.ts";
import { addTerm, importTerms } from "#commands/vocabulary.ts";
import { VOCABULARY } from "#mirror/person/lists/vocabulary.ts";
import { showError, showStatus, showUndo } from "#ui/toast.ts";
import { useOneAtATime } from "../use-one-at-a-time.ts";
import { readVocabularyCsv } from "./vocabulary-csv.ts";

const IMPORTING = "importing";
/** How long a deletion can be taken back, in ms. */
const UNDO_MS = 8000;
/** Largest file that is read, in bytes: a full vocabulary is smaller. */
const FILE_LIMIT = 1_000_000;

/** Changes a company's vocabulary, and shows a toast with the result. */
export function useTermActions(command: AdministrationCommand | null, companyId: string) {
  const { busy, run } = useOneAtATime();

  const add = useCallback(
    async (entry: SpokenTerm): Promise<boolean> => {
      if (command === null) return false;
      let isDone = false;
      await run(`add ${entry.term} ${entry.heard}`, "add", async () => {
        const result = await addTerm(command, { ...entry, company_id: companyId });
        isDone = result.kind === "done";
        if (result.kind === "failed") showError("Error adding term", result.message);
        else showStatus("Term added", entry.term);
      });
      return isDone;
    },
    [command, companyId, run],
  );

  const remove = useCallback(
    (row: VocabularyTerm): Promise<void> => {
      if (command === null) return Promise.resolve();
      return run(row.id, "remove", async () => {
        const result = await removeRow(command, VOCABULARY, row.id);
        if (result.kind === "failed") showError("Error deleting term", result.message);
        else offerUndo(command, row);
      });
    },
    [command, run],
  );

  const importFile = (file: File): Promise<void> => {
    if (command === null) return Promise.resolve();
    return run(IMPORTING, `${file.name} ${file.size}`, () => importFrom(command, companyId, file));
  };

  return { add, remove, importFile, isImporting: busy.has(IMPORTING) };
}

function offerUndo(command: AdministrationCommand, row: VocabularyTerm): void {
  const undo = async () => {
    const result = await addTerm(command, row, row.id);
    if (result.kind === "failed") showError("Error adding term", result.message);
    else showStatus("Term added", row.term);
  };
  showUndo({
    title: "Term deleted",
    message: row.term,
    forMs: UNDO_MS,
    undo: () => void undo(),
    closed: () => {},
  });
}

async function importFrom(
  command: AdministrationCommand,
  companyId: string,
  file: File,
): Promise<void> {
  const title = "Error importing terms";
  if (file.size > FILE_LIMIT)
    return showError(title, `The file is larger than ${sizeLimitWords(FILE_LIMIT)}.`);
  const read = readVocabularyCsv(await file.arrayBuffer());
  if (read.kind === "wrong") return showError(title, read.message);
  const result = await importTerms(command, companyId, read.entries);
  if (result.kind === "done") {
    const known =
      result.known > 0 ? ` ${result.known} ${wasOrWere(result.known)} there already.` : "";
    return showStatus("Terms imported", `${formatTermCount(result.added)} added.${known}`);
  }
  const { added } = result;
  const some = added > 0 ? ` ${formatTermCount(added)} ${wasOrWere(added)} added before.` : "";
  showError(title, `${result.message}${some}`);
}

function wasOrWere(count: number): string {
  return count === 1 ? "was" : "were";
}

function formatTermCount(count: number): string {
  return count === 1 ? "1 term" : `${count} terms`;
}
