import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { useDeferredValue, useMemo, useState } from "react";

/** So few files need no search field. */
const A_HANDFUL = 5;

/** The text of a search field, and a function that changes it. */
export interface Search {
  typed: string;
  onType: (typed: string) => void;
}

/**
 * @returns the found files, and the search; null if there are so few files that no search is needed
 */
export function useFoundFiles(files: readonly KnowledgeFile[]): {
  found: readonly KnowledgeFile[];
  search: Search | null;
} {
  const [typed, setTyped] = useState("");
  // The field shows a typed letter at once; the list follows when the browser has time.
  const wanted = useDeferredValue(typed);
  const found = useMemo(() => findFiles(files, wanted), [files, wanted]);
  // A field that contains text stays, even if only a few files are left.
  const isNeeded = files.length > A_HANDFUL || typed !== "" || wanted !== "";
  return { found, search: isNeeded ? { typed, onType: setTyped } : null };
}

/**
 * The files whose name contains the typed text. Case, and the encoding of accents, do not matter.
 */
export function findFiles(
  files: readonly KnowledgeFile[],
  typed: string,
): readonly KnowledgeFile[] {
  const wanted = plain(typed.trim());
  if (wanted === "") return files;
  return files.filter((file) => plain(file.file_name).includes(wanted));
}

/** NFC, because some systems encode an accent in a file name as a character of its own. */
function plain(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
