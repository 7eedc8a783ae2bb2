import type { Passage } from "@contracts/knowledge.ts";
import { ActionIcon, TextInput } from "@mantine/core";
import { Search } from "lucide-react";
import { useDeferredValue, useId, useMemo, useRef, useState } from "react";
import { findInPassages } from "./find-in-passages.ts";
import excerptClasses from "../excerpt.module.css";
import classes from "./reader.module.css";

const MOST_FINDS = 50;

/** A search field for the open document; nothing if its text is not on this device. */
export function FindInside(props: {
  passages: readonly Passage[];
  onFind: (passage: Passage) => void;
}) {
  const { passages, onFind } = props;
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState("");
  const wanted = useDeferredValue(typed);
  const button = useRef<HTMLButtonElement>(null);
  const box = useId();
  const finds = useMemo(() => findInPassages(passages, wanted, MOST_FINDS), [passages, wanted]);
  if (passages.length === 0) return null;
  return (
    <>
      <ActionIcon
        ref={button}
        aria-label="Find in this document"
        aria-expanded={opened}
        aria-controls={box}
        onClick={() => setOpened(!opened)}
      >
        <Search size={22} aria-hidden />
      </ActionIcon>
      <div id={box} hidden={!opened} className={classes.box}>
        {opened && (
          <>
            <TextInput
              type="search"
              data-autofocus
              autoFocus
              aria-label="Words to find in this document"
              placeholder="Find in this document"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            {wanted.trim() !== "" && (
              <p role="status" className={classes.count}>
                {formatCount(finds.length)}
              </p>
            )}
            {finds.length > 0 && (
              <ul aria-label="Found" className={classes.list}>
                {finds.map(({ passage, before, match, after }) => (
                  <li key={passage.chunk_no}>
                    <button
                      type="button"
                      className={classes.find}
                      onClick={() => {
                        setOpened(false);
                        button.current?.focus();
                        onFind(passage);
                      }}
                    >
                      {passage.page !== null && (
                        <span className={classes.page}>p. {passage.page}</span>
                      )}
                      <span>
                        {before}
                        <mark className={excerptClasses.mark}>{match}</mark>
                        {after}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
    </>
  );
}

function formatCount(count: number): string {
  if (count === 0) return "Not found in this document.";
  if (count === MOST_FINDS) return `The first ${MOST_FINDS} passages`;
  return count === 1 ? "1 passage" : `${count} passages`;
}
