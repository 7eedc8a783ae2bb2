import { TextInput } from "@mantine/core";
import { Search } from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import shared from "#features/administration/administration.module.css";
import { useSearchInAddress } from "#features/administration/list-in-address.ts";
import type { KnowledgeDocument } from "./documents.ts";
import classes from "./knowledge-base-panel.module.css";

/** So few documents need no search field. */
const A_HANDFUL = 5;

/** @returns the documents that are searched for, and the search field with their number if it is needed */
export function useFileSearch(documents: readonly KnowledgeDocument[]) {
  const [typed, searchField] = useSearchInAddress();
  // The field shows a typed letter at once; the list follows when the browser has time.
  const wanted = useDeferredValue(typed);
  const found = useMemo(() => findFiles(documents, wanted), [documents, wanted]);
  const isNone = found.length === 0;
  // A field that contains text stays, even if only a few documents are left.
  const field = (documents.length > A_HANDFUL || typed !== "" || wanted !== "") && (
    <div className={classes.search}>
      <TextInput
        {...searchField}
        aria-label="Search documents by name"
        placeholder="Search by name"
        leftSection={<Search size={20} aria-hidden />}
      />
      <p className={isNone ? shared.empty : classes.count} role="status">
        {isNone ? "No documents match" : formatCount(found.length, documents.length)}
      </p>
    </div>
  );
  return { found, field };
}

function formatCount(found: number, all: number): string {
  const documents = all === 1 ? "1 document" : `${all} documents`;
  return found === all ? documents : `${found} of ${documents}`;
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
  return documents.filter(({ current, earlier }) =>
    [current, ...earlier].some((file) => plain(file.file_name).includes(wanted)),
  );
}

/** NFC, because some systems encode an accent in a file name as a character of its own. */
function plain(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
