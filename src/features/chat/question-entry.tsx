import type { QueueItem } from "@contracts/queue-item.ts";
import { contextOf, needsContext } from "@contracts/terms/telling-words.ts";
import { voiceTranscribeReplySchema } from "@contracts/voice-transcribe.ts";
import { Button } from "@mantine/core";
import { CircleAlert, RotateCw, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readRecordingBytes } from "#mirror/person/recordings/recordings.ts";
import { draftText } from "#mirror/person/recordings/speech-drafts.ts";
import { useDraft } from "#mirror/person/recordings/use-local-copy.ts";
import { AskTwice } from "#ui/ask-twice.tsx";
import { contentTitle } from "#ui/describe-item.ts";
import { ListenButton } from "#ui/listen-button.tsx";
import { DevicePassages } from "./device-passages.tsx";
import { DraftedQuestion } from "./drafted-question.tsx";
import classes from "./message.module.css";
import { QuestionBubble } from "./message-bubbles.tsx";
import type { QuestionStatus } from "./question-status.ts";
import type { PassageFinder } from "./use-passage-finder.ts";
import type { QuestionActions } from "./use-question-actions.ts";
import waitingClasses from "./waiting.module.css";
import { WaitingNote } from "./waiting-note.tsx";

/** A question without an answer: being sent, waiting, or refused. */
export function QuestionEntry(props: {
  item: QueueItem;
  /** The person's questions before it. */
  earlier: readonly string[];
  status: QuestionStatus;
  findPassages: PassageFinder;
  actions: QuestionActions;
}) {
  const { item, earlier, status, findPassages, actions } = props;
  const draft = useDraft(item.id);
  const written = questionText(item);
  // Until the server has transcribed it, what this device understood serves.
  const drafted = written === null && draft !== undefined ? draftText(draft) : "";
  const text = written ?? (drafted === "" ? null : drafted);
  const waits = status.kind === "waiting";
  // Once shown, the passages stay until the answer replaces them.
  const [waited, setWaited] = useState(waits);
  if (waits && !waited) setWaited(true);
  const refused = status.kind === "refused";
  return (
    <li className={classes.entry} data-role="user">
      <QuestionBubble {...(refused ? { tone: "refused" } : waits && { tone: "waiting" })}>
        {text ?? contentTitle(questionPayload(item))}
      </QuestionBubble>
      {refused && (
        <RefusedNote item={item} reason={status.reason} actions={actions} listen={listen(item)} />
      )}
      {waits && (
        <WaitingNote item={item} status={status} actions={actions} listen={listen(item)}>
          {drafted !== "" && (
            <DraftedQuestion
              key={drafted}
              item={item}
              text={drafted}
              isWhole={draft?.state !== "in-progress"}
              actions={actions}
            />
          )}
        </WaitingNote>
      )}
      {waited && !refused && text !== null && (
        <DevicePassages question={text} context={contextFor(text, earlier)} find={findPassages} />
      )}
    </li>
  );
}

/** Shown below a question that the server refused: the reason, and the possible actions. */
function RefusedNote(props: {
  item: QueueItem;
  reason: string;
  actions: QuestionActions;
  listen: ReactNode;
}) {
  const { item, reason, actions, listen } = props;
  return (
    <div className={waitingClasses.waiting}>
      <p className={waitingClasses.status} data-refused>
        <CircleAlert size={16} aria-hidden />
        {reason}
      </p>
      <div className={waitingClasses.actions}>
        {listen}
        <Button
          variant="default"
          leftSection={<RotateCw size={18} aria-hidden />}
          onClick={() => actions.retry(item)}
        >
          Retry
        </Button>
        <AskTwice
          label="Discard"
          icon={<Trash2 size={18} aria-hidden />}
          question="Discard this question? It was not answered. This cannot be undone."
          onConfirm={() => actions.discard(item)}
        />
      </div>
    </div>
  );
}

/** A button that plays a spoken question; null for a typed one. */
function listen(item: QueueItem): ReactNode {
  return questionPayload(item).spoken === null ? null : <Listen item={item} />;
}

function Listen({ item }: { item: QueueItem }) {
  const db = useMirror();
  async function load(): Promise<Blob> {
    const type = questionPayload(item).spoken?.mimeType ?? "";
    return new Blob(await readRecordingBytes(db, item.id), { type });
  }
  return <ListenButton load={load} />;
}

/**
 * The context with which a question is searched for on this device, as on the server; empty for
 * none.
 */
function contextFor(question: string, earlier: readonly string[]): string {
  const context = contextOf(earlier);
  return needsContext(question, context) ? context : "";
}

/** The text of the question; null if it was spoken and is not transcribed yet. */
export function questionText(item: QueueItem): string | null {
  const { text } = questionPayload(item);
  if (text !== null) return text;
  const heard = voiceTranscribeReplySchema.safeParse(item.steps.transcribe);
  return heard.data === undefined || heard.data.transcription === ""
    ? null
    : heard.data.transcription;
}

function questionPayload({ payload }: QueueItem) {
  if (payload.kind !== "question") throw new Error(`A ${payload.kind} is no question`);
  return payload;
}
