import type { QuestionAgent } from "@contracts/question.ts";
import { Modal, TextInput } from "@mantine/core";
import { useDebouncedValue, useMediaQuery } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useSync } from "#sync/sync-context.tsx";
import { useOpened } from "#ui/use-opened.ts";
import { ManualList } from "./manual-list.tsx";
import classes from "./manuals-panel.module.css";
import { usePanelOpened } from "./panel-opened.ts";
import { useManualToOpen } from "./passage-to-open.ts";
import { SearchResults } from "./search-results.tsx";
import { useBackCloses } from "./use-back-closes.ts";

/** The search begins after a typing pause of this many milliseconds. */
const TYPING_PAUSE_MS = 250;

/** The documents that a person may use: here they search, download, open and remove them. */
export function ManualsPanel(props: { agent: QuestionAgent }) {
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
