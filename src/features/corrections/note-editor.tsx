import { SUMMARY_LIMIT } from "@contracts/entry-change.ts";
import { NO_SUMMARY, SUMMARY_FAILED, TRANSCRIPTION_LIMIT } from "@contracts/voice-transcribe.ts";
import { Button, Group, Textarea } from "@mantine/core";
import { RefreshCw } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { refusalMessage } from "#backend/outcome.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import { forgetNoteEdit, isSummaryOlder, keepNoteEdit, type Note } from "#mirror/person/notes.ts";
import { correctNote } from "#outbox/change-entry.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { useSync } from "#sync/sync-context.tsx";
import { useReachable } from "#sync/use-reachable.ts";
import { PlainButton } from "#ui/plain-button.tsx";
import { showError, showNotSaved } from "#ui/toast.ts";
import { useKeptText } from "#ui/use-kept-text.ts";
import classes from "./corrections.module.css";
import { SUMMARY_IS_OLDER } from "./words.ts";

const ADVICE = "Save your text before you leave.";
/** The server gives up before that. */
const SUMMARY_LIMIT_MS = 90_000;

/** Both texts of a note as fields. What is typed stays on the device until it is saved or cancelled. */
export function NoteEditor({ note, onEnd }: { note: Note; onEnd: () => void }) {
  const db = useMirror();
  const { id, valid, edit, versions, reply } = note;
  // A version that arrives meanwhile changes nothing of what is being typed.
  const [{ transcription: heard, summary: written }] = useState(valid);
  const isOver = useRef(false);
  const begun = { id, transcription: heard, summary: written };
  const keep = async (typed: Parameters<typeof keepNoteEdit>[2]) => {
    if (!isOver.current) await keepNoteEdit(db, begun, typed);
  };
  const transcription = useKeptText(
    edit?.transcription ?? heard,
    (text) => keep({ transcription: text }),
    ADVICE,
  );
  const summary = useKeptText(edit?.summary ?? written, (text) => keep({ summary: text }), ADVICE);
  const [problem, setProblem] = useState<string | null>(null);
  const texts = { transcription: transcription.text.trim(), summary: summary.text.trim() };

  /** @param work what ends the edit; nothing of it is kept after that */
  async function end(work: () => Promise<unknown>): Promise<void> {
    isOver.current = true;
    try {
      await work();
      onEnd();
    } catch {
      isOver.current = false;
      showNotSaved();
    }
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isOver.current) return;
    if (texts.transcription === "") return setProblem("A note needs words.");
    const isSame = texts.transcription === heard && texts.summary === written;
    await end(() => (isSame ? forgetNoteEdit(db, id) : correctNote(db, browserPorts, id, texts)));
  }

  return (
    <form noValidate className={classes.editor} onSubmit={(event) => void save(event)}>
      <Textarea
        label="Full Transcription"
        autosize
        minRows={2}
        maxRows={16}
        maxLength={TRANSCRIPTION_LIMIT}
        // Not where an edit that was left goes on by itself.
        autoFocus={edit === null}
        value={transcription.text}
        error={problem}
        errorProps={{ role: "alert" }}
        onChange={({ currentTarget: { value } }) => {
          setProblem(null);
          void transcription.type(value);
        }}
      />
      <Textarea
        label="Summary"
        autosize
        minRows={2}
        maxRows={12}
        maxLength={SUMMARY_LIMIT}
        description={isSummaryOlder(texts, versions) ? SUMMARY_IS_OLDER : undefined}
        value={summary.text}
        onChange={({ currentTarget: { value } }) => void summary.type(value)}
      />
      <NewSummary
        of={texts.transcription}
        isWanted={
          reply?.no_summary === undefined &&
          (texts.summary === "" || isSummaryOlder(texts, versions))
        }
        onWritten={(text) => void summary.type(text)}
      />
      <Group gap="0.5rem" justify="flex-end">
        <Button variant="default" onClick={() => void end(() => forgetNoteEdit(db, id))}>
          Cancel
        </Button>
        <Button type="submit">Save</Button>
      </Group>
    </form>
  );
}

/** The button that asks the server for a new summary, and fills it into the field; the person saves it. */
function NewSummary(props: {
  of: string;
  isWanted: boolean;
  onWritten: (summary: string) => void;
}) {
  const { of, isWanted, onWritten } = props;
  const db = useMirror();
  const sync = useSync();
  const reachable = useReachable();
  const [state, setState] = useState<"ready" | "busy" | "lacking">("ready");
  if (!isWanted || !reachable || of === "" || state === "lacking") return null;

  async function ask(): Promise<void> {
    setState("busy");
    const signal = AbortSignal.timeout(SUMMARY_LIMIT_MS);
    const call = { personId: db.personId, key: browserPorts.newId(), signal };
    const outcome = (await sync?.read(({ functions }) => functions.summarise(of, call))) ?? null;
    const reply = outcome?.kind === "ok" ? outcome.value : null;
    setState(reply?.no_summary ? "lacking" : "ready");
    if (reply?.summary) return onWritten(reply.summary);
    const none = reply?.no_summary ? NO_SUMMARY : SUMMARY_FAILED;
    const failed = refusalMessage(outcome) ?? "Try again later.";
    showError("No new summary", reply === null ? failed : none);
  }

  return (
    <PlainButton
      icon={RefreshCw}
      className={classes.start ?? ""}
      aria-disabled={state === "busy" || undefined}
      onClick={() => {
        if (state === "ready") void ask();
      }}
    >
      <span aria-live="polite">{state === "busy" ? "Writing..." : "Make a new summary"}</span>
    </PlainButton>
  );
}
