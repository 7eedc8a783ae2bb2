import type { QuestionAgent } from "@contracts/question.ts";
import { quoteWords } from "@contracts/spelling/question-words.ts";
import { Modal, TextInput } from "@mantine/core";
import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import type { DeviceHit } from "#knowledge/search/searcher.ts";
import { useSync } from "#sync/sync-context.tsx";
import { SpellingNotice } from "#ui/spelling-notice.tsx";
import { useOpened } from "#ui/use-opened.ts";
import { useNamed } from "./document-titles.ts";
import { PassageResult } from "./excerpt.tsx";
import { ManualList } from "./manual-list.tsx";
import classes from "./manuals.module.css";
import { useManualToOpen, usePanelOpened } from "./passage-to-open.ts";
import { Reader } from "./reader/reader.tsx";
import { useBackCloses } from "./use-back-closes.ts";
import { describeFound, useManualSearch } from "./use-manual-search.ts";

/** The search begins after a typing pause of this many milliseconds. */
const TYPING_PAUSE_MS = 250;

/** The documents that a person may use: here they search, download, open and remove them. */
function ManualsPanel(props: { agent: QuestionAgent }) {
  const wanted = usePanelOpened((opened) => opened);
  const reading = useManualToOpen(({ manual }) => manual !== null);
  const opened = useOpened(wanted);
  const narrow = useMediaQuery("(max-width: 47.99em)", undefined, {
    getInitialValueInEffect: false,
  });
  const close = () => usePanelOpened.setState(false, true);
  useBackCloses(wanted, close);
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Manuals"
      size="lg"
      fullScreen={narrow}
      // The reader lies above the panel: Escape must close only the reader.
      closeOnEscape={!reading}
      classNames={{ content: classes.content ?? "", body: classes.body ?? "" }}
    >
      <Panel agent={props.agent} />
    </Modal>
  );
}

function Panel(props: { agent: QuestionAgent }) {
  const sync = useSync();
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [query] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  useEffect(() => {
    void sync?.refreshKnowledge();
  }, [sync]);
  function search(words: string): void {
    setTyped(words);
    box.current?.focus();
  }
  return (
    <>
      <TextInput
        ref={box}
        type="search"
        aria-label="Search the manuals on this device"
        placeholder="Search the manuals"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {query === "" || typed.trim() === "" ? (
        <ManualList agent={props.agent} />
      ) : (
        <SearchResults agent={props.agent} query={query} onQuery={search} />
      )}
    </>
  );
}

/** The list of the manuals, and above it the manual that is open. */
export function Manuals(props: { agent: QuestionAgent }) {
  return (
    <>
      <ManualsPanel agent={props.agent} />
      <Reader />
    </>
  );
}

const MOST_RESULTS = 20;
const NO_HITS: DeviceHit[] = [];

/** The passages on this device that match a search, best first, and its corrected words. */
function SearchResults(props: {
  agent: QuestionAgent;
  query: string;
  /** Called with the search that is wanted instead. */
  onQuery: (query: string) => void;
}) {
  const { agent, query, onQuery } = props;
  const search = useManualSearch(agent, query, MOST_RESULTS);
  const hits = useNamed(search?.found?.hits ?? NO_HITS);
  const corrections = search?.found?.corrections ?? [];
  return (
    <div className={classes.scroll}>
      <p role="status" className={classes.status}>
        {search === undefined ? "Searching…" : describeFound(search.found, MOST_RESULTS)}
      </p>
      {search !== undefined && (
        <SpellingNotice
          corrections={corrections}
          onAsWritten={() => onQuery(quoteWords(search.query, corrections))}
        />
      )}
      {hits.length > 0 && (
        <ul aria-label="Passages" className={classes.list}>
          {hits.map((hit) => (
            <li key={`${hit.file_id} ${hit.chunk_no}`}>
              <PassageResult hit={hit} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
