import { REASON_LIMIT, type Verdict } from "@contracts/answer-feedback.ts";
import { Button, Textarea } from "@mantine/core";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { MirroredMessage } from "#mirror/person/conversation-rows.ts";
import { readRating, type ShownRating } from "#mirror/person/ratings.ts";
import { rateAnswer } from "#outbox/rate-answer.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { showError } from "#ui/toast.ts";
import classes from "./answer-feedback.module.css";

/**
 * Two buttons with which the person marks whether an answer is right; after "wrong" they may add a
 * reason. A tap is stored on the device at once, and a tap on the pressed button takes it back.
 */
export function AnswerFeedback({ answer }: { answer: MirroredMessage }) {
  const db = useMirror();
  const rating = useRating(answer.id);
  const [asking, setAsking] = useState(false);
  const [notice, setNotice] = useState("");
  const wrong = useRef<HTMLButtonElement>(null);
  const verdict = rating?.verdict ?? null;
  /** The button that was tapped last, until it is shown: the next tap may come before. */
  const tappedLast = useRef<Verdict>(undefined);
  useEffect(() => {
    if (rating?.verdict === tappedLast.current) tappedLast.current = undefined;
  }, [rating]);

  async function rate(next: Verdict, reason: string | null, words: string): Promise<void> {
    tappedLast.current = next;
    setAsking(next === "wrong" && reason === null);
    try {
      await rateAnswer(db, browserPorts, answer, next, reason);
      setNotice(words);
    } catch {
      tappedLast.current = undefined;
      setNotice("");
      showError("Error", "It could not be saved. Free some space on this device and try again.");
    }
  }

  async function tap(tapped: "right" | "wrong"): Promise<void> {
    // Until the earlier rating is read, the buttons show nothing that could be taken back.
    const isSaidAlready =
      rating === undefined && (await readRating(db, answer.id)).verdict === tapped;
    const before = tappedLast.current === undefined ? verdict : tappedLast.current;
    if (isSaidAlready) setNotice("Thank you.");
    else if (tapped === before) await rate(null, null, "Taken back.");
    else await rate(tapped, null, "Thank you.");
  }

  function explain(reason: string): void {
    wrong.current?.focus();
    void rate("wrong", reason, "Thank you.");
  }

  return (
    <>
      <fieldset aria-label="Is this answer right?" className={classes.buttons}>
        <button
          type="button"
          className={classes.thumb}
          aria-label="Right answer"
          aria-pressed={verdict === "right"}
          onClick={() => void tap("right")}
        >
          <ThumbsUp size={20} aria-hidden />
        </button>
        <button
          ref={wrong}
          type="button"
          className={classes.thumb}
          aria-label="Wrong answer"
          aria-pressed={verdict === "wrong"}
          onClick={() => void tap("wrong")}
        >
          <ThumbsDown size={20} aria-hidden />
        </button>
        <p role="status" className={classes.said}>
          {notice}
          {notice !== "" && verdict !== null && (
            <Button variant="subtle" onClick={() => void rate(null, null, "Taken back.")}>
              Undo
            </Button>
          )}
        </p>
      </fieldset>
      {verdict === "wrong" && asking && (
        <ReasonForm
          reason={rating?.reason ?? ""}
          onSend={explain}
          onClose={() => {
            wrong.current?.focus();
            setAsking(false);
          }}
        />
      )}
    </>
  );
}

function ReasonForm(props: {
  reason: string;
  onSend: (reason: string) => void;
  onClose: () => void;
}) {
  const [reason, setReason] = useState(props.reason);
  const id = useId();

  function send(event: FormEvent): void {
    event.preventDefault();
    if (reason.trim() === "") props.onClose();
    else props.onSend(reason.trim());
  }

  return (
    <form className={classes.form} onSubmit={send}>
      <Textarea
        id={id}
        label="What was wrong? (optional)"
        value={reason}
        maxLength={REASON_LIMIT}
        autosize
        minRows={2}
        maxRows={6}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
      <div className={classes.actions}>
        <Button type="submit">Send reason</Button>
        <Button variant="default" onClick={props.onClose}>
          Without a reason
        </Button>
      </div>
    </form>
  );
}

/** The person's last rating of an answer, kept current; undefined until the first read. */
function useRating(messageId: string): ShownRating | undefined {
  const db = useMirror();
  return useLive(() => readRating(db, messageId), [db, messageId]);
}
