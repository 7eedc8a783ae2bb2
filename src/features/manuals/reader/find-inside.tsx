import type { Passage } from "@contracts/knowledge.ts";
import { ActionIcon, TextInput } from "@mantine/core";
import { Search } from "lucide-react";
import { useDeferredValue, useId, useMemo, useRef, useState } from "react";
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

/** A passage that contains the searched text, split at the match. */
interface Find {
  passage: Passage;
  before: string;
  match: string;
  after: string;
}

/** Characters shown before and after a match. */
const AROUND = 50;

/** Hyphens look the same, and what is not seen may stand between letters. */
const HYPHEN = /[-\u2010-\u2013\u2043\u2212]/;
const UNSEEN = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** Finds the typed text in reading order; case, spaces and kinds of hyphens may differ. */
export function findInPassages(passages: readonly Passage[], typed: string, limit: number): Find[] {
  const words = typed.replace(UNSEEN, "").trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const pattern = new RegExp(words.map(literal).join("\\s+"), "iu");
  const finds: Find[] = [];
  for (const passage of passages) {
    if (finds.length === limit) break;
    const { body } = passage;
    const match = pattern.exec(body);
    if (match === null) continue;
    const end = match.index + match[0].length;
    finds.push({
      passage,
      before:
        (match.index > AROUND ? "…" : "") + body.slice(wordAt(body, match.index), match.index),
      match: match[0],
      after: body.slice(end, end + AROUND) + (end + AROUND < body.length ? "…" : ""),
    });
  }
  return finds;
}

/** The start of the text shown before a match, moved to the beginning of a word. */
function wordAt(body: string, match: number): number {
  const from = Math.max(0, match - AROUND);
  if (from === 0) return 0;
  const gap = body.slice(from, match).search(/\s/);
  return gap === -1 ? from : from + gap + 1;
}

/** A pattern for a word, whichever hyphens it is written with. */
function literal(word: string): string {
  return [...word]
    .map((letter) =>
      HYPHEN.test(letter)
        ? HYPHEN.source
        : letter.replace(/[\\^$.*+?()[\]{}|/]/, (sign) => `\\${sign}`),
    )
    .join(`${UNSEEN.source}*`);
}
