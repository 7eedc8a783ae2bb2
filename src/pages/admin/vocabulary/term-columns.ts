import type { VocabularyTerm } from "@contracts/vocabulary.ts";
import type { Column } from "#ui/data-table/column.ts";
import { dayWords } from "#ui/format.ts";

/** The vocabulary of a company as a table. */
export const TERM_COLUMNS: readonly Column<VocabularyTerm>[] = [
  { id: "term", title: "Term", cell: ({ term }) => term, sortBy: ({ term }) => term },
  {
    id: "heard",
    title: "Always replaces",
    cell: ({ heard }) => heard ?? "–",
    sortBy: ({ heard }) => heard,
    secondary: true,
  },
  {
    id: "added",
    title: "Added",
    cell: ({ created_at }) => dayWords(Date.parse(created_at)),
    sortBy: ({ created_at }) => Date.parse(created_at),
    descendingFirst: true,
    width: "9rem",
    secondary: true,
  },
];
