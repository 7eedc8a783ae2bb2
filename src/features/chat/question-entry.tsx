import type { QueueItem } from "@contracts/queue-item.ts";
import { voiceTranscribeReplySchema } from "@contracts/voice-transcribe.ts";
import { Button, Group, Text, Textarea } from "@mantine/core";
import { CircleAlert, Clock, Pencil, RotateCw, Trash2, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import { readRecordingBytes } from "#mirror/person/recordings/recordings.ts";
import { draftText } from "#mirror/person/recordings/speech-drafts.ts";
import { useDraft } from "#mirror/person/recordings/use-local-copy.ts";
import { endSession } from "#session/session.ts";
import { AskTwice } from "#ui/ask-twice.tsx";
import { contentTitle } from "#ui/describe-item.ts";
import { ListenButton } from "#ui/listen-button.tsx";
import { PlainButton } from "#ui/plain-button.tsx";
import { tooLongMessage } from "./composer-rules.ts";
import classes from "./message.module.css";
import { QuestionBubble } from "./message-bubbles.tsx";
import type { QuestionStatus } from "./question-status.ts";
import type { QuestionActions } from "./use-question-actions.ts";

/** A question without an answer: being sent, waiting, or refused. */
export function QuestionEntry(props: {
  item: QueueItem;
  status: QuestionStatus;
  /** The line that is shown while it is answered; null for a question whose turn has not come. */
  analyzing: string | null;
  actions: QuestionActions;
}) {
  const { item, status, analyzing, actions } = props;
  const { draft, drafted, text } = useQuestionText(item);
  const waits = status.kind === "waiting";
  const refused = status.kind === "refused";
  return (
    <li className={classes.entry} data-role="user">
      <QuestionBubble {...(refused ? { tone: "refused" } : waits && { tone: "waiting" })}>
        {text ?? contentTitle(questionPayload(item))}
      </QuestionBubble>
      {refused && <RefusedNote item={item} reason={status.reason} actions={actions} />}
      {waits && (
        <WaitingNote item={item} status={status} actions={actions}>
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
      {analyzing !== null && <p className={classes.analyzing}>{analyzing}</p>}
    </li>
  );
}

/** Shown below a question that the server refused: the reason, and the possible actions. */
function RefusedNote(props: { item: QueueItem; reason: string; actions: QuestionActions }) {
  const { item, reason, actions } = props;
  return (
    <div className={classes.waiting}>
      <p className={classes.status} data-refused>
        <CircleAlert size={16} aria-hidden />
        {reason}
      </p>
      <Group gap="0.5rem" justify="end" align="stretch">
        <Listen item={item} />
        <PlainButton icon={RotateCw} onClick={() => actions.retry(item)}>
          Retry
        </PlainButton>
        <AskTwice
          label="Discard"
          icon={Trash2}
          question="Discard this question? It was not answered. This cannot be undone."
          onConfirm={() => actions.discard(item)}
        />
      </Group>
    </div>
  );
}

/** A button that plays a spoken question; nothing for a typed one. */
function Listen({ item }: { item: QueueItem }) {
  const db = useMirror();
  const { spoken } = questionPayload(item);
  if (spoken === null) return null;
  const load = async () =>
    new Blob(await readRecordingBytes(db, item.id), { type: spoken.mimeType });
  return <ListenButton load={load} />;
}

/** The text of a question; of a spoken one what this device understood, until the server has transcribed it. */
export function useQuestionText(item: QueueItem) {
  const draft = useDraft(item.id);
  const written = questionText(item);
  const drafted = written === null && draft !== undefined ? draftText(draft) : "";
  return { draft, drafted, text: written ?? (drafted === "" ? null : drafted) };
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

export function questionPayload({ payload }: QueueItem) {
  if (payload.kind !== "question") throw new Error(`A ${payload.kind} is no question`);
  return payload;
}

/** Shown below a waiting question: its status, the reason, and a button to take it back. */
function WaitingNote(props: {
  item: QueueItem;
  status: Extract<QuestionStatus, { kind: "waiting" }>;
  actions: QuestionActions;
  /** Stands between the status and the buttons. */
  children: ReactNode;
}) {
  const { item, status, actions } = props;
  return (
    <div className={classes.waiting}>
      <p className={classes.status}>
        <Clock size={16} aria-hidden />
        {status.words}
      </p>
      {status.reason !== null && <Dimmed>{status.reason}</Dimmed>}
      {props.children}
      <Group gap="0.5rem" justify="end" align="stretch">
        {status.signIn && <Button onClick={() => void endSession()}>Sign in</Button>}
        <Listen item={item} />
        {questionPayload(item).spoken !== null ? (
          <AskTwice
            label="Withdraw"
            icon={Undo2}
            question="Withdraw this question? Its recording is deleted. This cannot be undone."
            onConfirm={() => actions.withdraw(item)}
          />
        ) : (
          <PlainButton icon={Undo2} onClick={() => actions.withdraw(item)}>
            Withdraw
          </PlainButton>
        )}
      </Group>
    </div>
  );
}

/** The device's draft of a spoken question; its person can correct it and ask in those words. */
function DraftedQuestion(props: {
  item: QueueItem;
  text: string;
  /** False while the rest of the recording is being understood. */
  isWhole: boolean;
  actions: QuestionActions;
}) {
  const { item, text, isWhole, actions } = props;
  const [words, setWords] = useState<string | null>(null);
  const [wasOpen, setWasOpen] = useState(false);

  function change(to: string | null): void {
    setWords(to);
    setWasOpen(true);
  }

  if (!isWhole) {
    return <Dimmed>Draft, made on this device. The rest is not understood yet.</Dimmed>;
  }
  if (words === null) {
    return (
      <>
        <Dimmed>Draft, made on this device. The recording is asked once there is a signal.</Dimmed>
        <PlainButton icon={Pencil} autoFocus={wasOpen} onClick={() => change(text)}>
          Correct the words
        </PlainButton>
      </>
    );
  }
  const fault = tooLongMessage(words);
  const asked = words.trim();
  return (
    <div className={classes.correction}>
      <Textarea
        label="Your question in words"
        description="It is asked in these words, in place of the recording."
        autosize
        autoFocus
        value={words}
        error={fault}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <Group gap="0.5rem" justify="end" align="stretch">
        <Button variant="default" onClick={() => change(null)}>
          Cancel
        </Button>
        <Button
          disabled={asked === "" || fault !== null}
          onClick={() => actions.reword(item, asked)}
        >
          Ask in these words
        </Button>
      </Group>
    </div>
  );
}

export function Dimmed(props: { children: ReactNode }) {
  return <Text inherit c="dimmed" fz="sm" {...props} />;
}
