import type { ManualSearchResult } from "#knowledge/search/searcher.ts";
import { useNamed } from "../manuals/document-titles.ts";
import { Excerpt, WholeSection } from "../manuals/excerpt.tsx";
import { toSource } from "../manuals/passage-to-open.ts";
import classes from "./message.module.css";
import { SourceChip } from "./source-chip.tsx";

/** Passages that this device has found. @param props.hits must not change between renders */
export function PassageList({ hits }: { hits: ManualSearchResult["hits"] }) {
  const named = useNamed(hits);
  return (
    <ul className={classes.passageList}>
      {named.map((hit) => (
        <li key={`${hit.file_id} ${hit.chunk_no}`} className={classes.passage}>
          <Excerpt heading={hit.part.heading} pieces={hit.pieces} />
          <SourceChip source={toSource(hit)} />
          <WholeSection passage={hit} />
        </li>
      ))}
    </ul>
  );
}
