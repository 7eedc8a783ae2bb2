import type { PassageHit } from "@contracts/knowledge.ts";
import { useEffect, useId, useState } from "react";
import { excerptFor } from "./excerpt.ts";
import { SourceChip } from "./source-chip.tsx";
import { type PassageFinder, sourceOfHit } from "./use-passage-finder.ts";
import classes from "./waiting.module.css";

type Search = { found: readonly PassageHit[] } | "searching" | "failed";

/**
 * Shows passages of the manuals on this device for a waiting question, until its answer arrives.
 */
export function DevicePassages(props: { question: string; find: PassageFinder }) {
  const { question, find } = props;
  const heading = useId();
  const [search, setSearch] = useState<Search>("searching");
  useEffect(() => {
    let left = false;
    find(question).then(
      (found) => left || setSearch({ found }),
      () => left || setSearch("failed"),
    );
    return () => {
      left = true;
    };
  }, [question, find]);
  return (
    <section aria-labelledby={heading} className={classes.passages}>
      <h3 id={heading} className={classes.passagesTitle}>
        From the manuals on this device — not an AI answer
      </h3>
      <Found search={search} question={question} />
    </section>
  );
}

function Found({ search, question }: { search: Search; question: string }) {
  if (search === "searching") return <p className={classes.note}>Searching...</p>;
  if (search === "failed") {
    return <p className={classes.note}>The manuals on this device could not be searched.</p>;
  }
  if (search.found.length === 0) {
    return <p className={classes.note}>Nothing about this was found on this device.</p>;
  }
  return (
    <ul className={classes.passageList}>
      {search.found.map((hit) => (
        <li key={`${hit.file_id} ${hit.chunk_no}`} className={classes.passage}>
          <p className={classes.excerpt}>{excerptFor(question, hit.body)}</p>
          <SourceChip source={sourceOfHit(hit)} />
        </li>
      ))}
    </ul>
  );
}
