import type { Doubt } from "@contracts/voice-transcribe.ts";
import { Button, Group, TextInput } from "@mantine/core";
import { Play } from "lucide-react";
import { type FormEvent, useEffect, useId, useMemo, useRef, useState } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readList } from "#mirror/person/lists/server-list.ts";
import { VOCABULARY } from "#mirror/person/lists/vocabulary.ts";
import {
  forgetNoteEdit,
  keepDoubtfulWords,
  keepNoteEdit,
  type Note,
} from "#mirror/person/notes.ts";
import { correctNote } from "#outbox/change-entry.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { useShownIdentity } from "#session/pin.ts";
import { PlainButton } from "#ui/plain-button.tsx";
import { showNotSaved } from "#ui/toast.ts";
import { usePlayFrom } from "../kept-audio/kept-recording.tsx";
import texts from "../speech-drafts/draft.module.css";
import classes from "./corrections.module.css";
import { bareWord, nearestTerms, replaceWords, wordInText } from "./words.ts";

/** How many terms of the vocabulary are offered for a word. */
const OFFERED = 4;
/** A word is played from so many seconds before it, because its place in the sound is an estimate. */
const BEFORE = 0.5;
/** So soon behind an answer (ms), the second tap of an impatient person would answer the next word. */
const SECOND_TAP_MS = 300;

/**
 * Goes through the doubtful words of a note, one by one. What was changed becomes one correction behind
 * the last of them, or when the person saves before that. Until then it is an unsaved text of the note.
 */
export function WordCheck(props: { note: Note; doubts: readonly Doubt[]; onEnd: () => void }) {
  const { note, onEnd } = props;
  const db = useMirror();
  const [doubts] = useState(props.doubts);
  // The doubts are places in this text, also when another version arrives meanwhile.
  const [valid] = useState(note.valid);
  const [at, setAt] = useState(0);
  const [changes, setChanges] = useState<ReadonlyMap<number, string>>(new Map());
  const [typed, setTyped] = useState("");
  const asked = useRef(0);
  const isOver = useRef(false);
  const sentence = useRef<HTMLParagraphElement>(null);
  const listId = useId();
  const companyId = useShownIdentity()?.companyId ?? null;
  const entries = useLive(() => readList(db, VOCABULARY, companyId), [db, companyId]);
  const nearest = useMemo(
    () => nearestTerms(doubts[at]?.text ?? "", entries ?? []),
    [doubts, at, entries],
  );
  const playFrom = usePlayFrom(note.id);
  useEffect(() => sentence.current?.focus({ preventScroll: true }), []);
  const doubt = doubts[at];
  if (doubt === undefined) return null;
  const { place, text, start } = doubt;
  const { before, word, after } = wordInText(valid.transcription, place);

  const textWith = (changed: ReadonlyMap<number, string>) => ({
    transcription: replaceWords(valid.transcription, changed),
    summary: valid.summary,
  });

  async function finish(changed: ReadonlyMap<number, string>, passed: number): Promise<void> {
    if (isOver.current) return;
    isOver.current = true;
    try {
      if (changed.size > 0) await correctNote(db, browserPorts, note.id, textWith(changed));
      const seen = doubts.slice(0, passed).map((each) => each.place);
      await keepDoubtfulWords(db, note.id, seen);
      onEnd();
    } catch {
      isOver.current = false;
      showNotSaved();
    }
  }

  function next(changed: ReadonlyMap<number, string>): void {
    if (performance.now() - asked.current < SECOND_TAP_MS) return;
    asked.current = performance.now();
    setChanges(changed);
    setTyped("");
    if (at + 1 === doubts.length) return void finish(changed, doubts.length);
    setAt(at + 1);
    sentence.current?.focus({ preventScroll: true });
    keepNoteEdit(db, { id: note.id, ...textWith(new Map()) }, textWith(changed)).catch(
      showNotSaved,
    );
  }
  const change = (to: string) => next(new Map([...changes, [place, to]]));

  async function cancel(): Promise<void> {
    await forgetNoteEdit(db, note.id).catch(showNotSaved);
    onEnd();
  }

  function takeTyped(event: FormEvent): void {
    event.preventDefault();
    if (typed.trim() !== "") change(typed.trim());
  }

  return (
    <section aria-label="Check the words" className={classes.editor}>
      <Group gap="0.5rem" justify="space-between">
        <p className={texts.title}>
          {at + 1} of {doubts.length}
        </p>
        {playFrom !== null && (
          <PlainButton icon={Play} onClick={() => playFrom(Math.max(0, start - BEFORE))}>
            Hear it
          </PlainButton>
        )}
      </Group>
      <p ref={sentence} tabIndex={-1} aria-live="polite" className={texts.text}>
        … {before} <mark>{word}</mark> {after} …
      </p>
      <div className={classes.words}>
        <Button variant="default" onClick={() => next(changes)}>
          Keep “{bareWord(text)}”
        </Button>
        {nearest.slice(0, OFFERED).map((term) => (
          <Button key={term} variant="default" onClick={() => change(term)}>
            {term}
          </Button>
        ))}
      </div>
      <form className={classes.another} onSubmit={takeTyped}>
        <TextInput
          label="Another word"
          list={listId}
          autoComplete="off"
          autoCapitalize="none"
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        <datalist id={listId}>
          {nearest.map((term) => (
            <option key={term} value={term} />
          ))}
        </datalist>
        <Button type="submit" variant="default" disabled={typed.trim() === ""}>
          Use
        </Button>
      </form>
      <Group gap="0.5rem" justify="flex-end">
        <Button variant="default" onClick={() => void cancel()}>
          Cancel
        </Button>
        <Button disabled={changes.size === 0} onClick={() => void finish(changes, at)}>
          Save
        </Button>
      </Group>
    </section>
  );
}
