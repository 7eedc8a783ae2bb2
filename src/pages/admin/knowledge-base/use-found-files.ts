import { useDeferredValue, useMemo } from "react";
import { useSearchInAddress } from "#features/administration/use-search-in-address.ts";
import type { KnowledgeDocument } from "./documents.ts";

/** So few documents need no search field. */
const A_HANDFUL = 5;

/** The text of a search field, and a function that changes it. */
export interface Search {
  typed: string;
  onType: (typed: string) => void;
}

/**
 * @returns the found documents, and the search; null if there are so few that no search is needed
 */
export function useFoundFiles(documents: readonly KnowledgeDocument[]): {
  found: readonly KnowledgeDocument[];
  search: Search | null;
} {
  const [typed, setTyped] = useSearchInAddress();
  // The field shows a typed letter at once; the list follows when the browser has time.
  const wanted = useDeferredValue(typed);
  const found = useMemo(() => findFiles(documents, wanted), [documents, wanted]);
  // A field that contains text stays, even if only a few documents are left.
  const isNeeded = documents.length > A_HANDFUL || typed !== "" || wanted !== "";
  return { found, search: isNeeded ? { typed, onType: setTyped } : null };
}

/**
 * The documents of which a version's name contains the typed text. Case, and the encoding of
 * accents, do not matter.
 */
export function findFiles(
  documents: readonly KnowledgeDocument[],
  typed: string,
): readonly KnowledgeDocument[] {
  const wanted = plain(typed.trim());
  if (wanted === "") return documents;
  return documents.filter(({ current, earlier }) =>
    [current, ...earlier].some((file) => plain(file.file_name).includes(wanted)),
  );
}

/** NFC, because some systems encode an accent in a file name as a character of its own. */
function plain(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
