import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { useDeferredValue, useMemo, useState } from "react";

/** As many files as are looked over at a glance. */
const A_HANDFUL = 5;

/** What a search field shows, and how it is told what was typed. */
export interface Search {
  typed: string;
  onType: (typed: string) => void;
}

/** @returns the files that are searched for, and the search; null for so few that none is needed */
export function useFoundFiles(files: readonly KnowledgeFile[]): {
  found: readonly KnowledgeFile[];
  search: Search | null;
} {
  const [typed, setTyped] = useState("");
  // The field shows a letter at once; the list follows when there is time.
  const wanted = useDeferredValue(typed);
  const found = useMemo(() => findFiles(files, wanted), [files, wanted]);
  // A field in which something stands stays, however few files are left.
  const isNeeded = files.length > A_HANDFUL || typed !== "" || wanted !== "";
  return { found, search: isNeeded ? { typed, onType: setTyped } : null };
}

/** The files whose name holds what was typed, in any case and however accents are encoded. */
export function findFiles(
  files: readonly KnowledgeFile[],
  typed: string,
): readonly KnowledgeFile[] {
  const wanted = plain(typed.trim());
  if (wanted === "") return files;
  return files.filter((file) => plain(file.file_name).includes(wanted));
}

/** Some systems give file names with each accent as a character of its own. */
function plain(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
