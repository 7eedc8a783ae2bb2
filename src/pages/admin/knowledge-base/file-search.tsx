import { TextInput } from "@mantine/core";
import { Search as SearchIcon } from "lucide-react";
import { SEARCH_LIMIT } from "#features/administration/use-search-in-address.ts";
import classes from "./file-search.module.css";
import type { Search } from "./use-found-files.ts";

/** A search field for the documents, with the number of found documents. */
export function FileSearch(props: Search & { found: number; all: number }) {
  const { typed, onType, found, all } = props;
  return (
    <div className={classes.search}>
      <TextInput
        type="search"
        aria-label="Search documents by name"
        placeholder="Search by name"
        leftSection={<SearchIcon size={20} aria-hidden />}
        maxLength={SEARCH_LIMIT}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <p className={found === 0 ? classes.none : classes.count} role="status">
        {found === 0 ? "No documents match" : formatCount(found, all)}
      </p>
    </div>
  );
}

function formatCount(found: number, all: number): string {
  const documents = all === 1 ? "1 document" : `${all} documents`;
  return found === all ? documents : `${found} of ${documents}`;
}
