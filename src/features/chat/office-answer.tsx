import { Button, Text } from "@mantine/core";
import { useId } from "react";
import { useLive } from "#mirror/live.ts";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { MirroredMessage } from "#mirror/person/conversation-rows.ts";
import { readRating, readRatingOnServer } from "#mirror/person/ratings.ts";
import { rateAnswer } from "#outbox/rate-answer.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { showNotSaved } from "#ui/toast.ts";
import { useManualSearch } from "../manuals/use-manual-search.ts";
import classes from "./message.module.css";
import { OfficeReply } from "./office-reply.tsx";
import { PassageList } from "./passage-list.tsx";

/** How many passages are shown below an answer that found nothing, at most. */
const PASSAGES_SHOWN = 3;

/**
 * Stands below an answer: what the office did about it, and where nothing was found, how to ask the office.
 * @param props.question empty when it is not known
 */
export function OfficeAnswer(props: { message: MirroredMessage; question: string }) {
  const { message, question } = props;
  return (
    <>
      {message.basis !== null && <OfficeReply messageId={message.id} />}
      {message.basis === "nothing" && question !== "" && (
        <>
          <AskTheOffice answer={message} />
          <ClosestPassages answer={message} question={question} />
        </>
      )}
    </>
  );
}

/** A button that asks the office, or takes that back while the office has not replied. */
function AskTheOffice({ answer }: { answer: MirroredMessage }) {
  const db = useMirror();
  const asked = useLive(async () => {
    const { verdict } = await readRating(db, answer.id);
    return { verdict, ...(await readRatingOnServer(db, answer.id)) };
  }, [db, answer.id]);
  if (asked === undefined || asked.stored?.reply || asked.stored?.done_at) return null;
  const isAsked = asked.verdict === "asked";
  const tap = () =>
    rateAnswer(db, browserPorts, answer, isAsked ? null : "asked").catch(showNotSaved);
  return (
    <div className={classes.buttons}>
      <Button variant={isAsked ? "subtle" : "default"} onClick={() => void tap()}>
        {isAsked ? "Take back" : "Ask the office"}
      </Button>
      <p role="status" className={classes.said}>
        {isAsked && (asked.waits ? "Will be sent to the office" : "Sent to the office")}
      </p>
    </div>
  );
}

/** The words of a question that no document has, and the passages of this device that are closest to it. */
function ClosestPassages({ answer, question }: { answer: MirroredMessage; question: string }) {
  const heading = useId();
  const found = useManualSearch(answer.agent, question, PASSAGES_SHOWN)?.found;
  if (!found) return null;
  const { hits, unknownWords } = found;
  return (
    <>
      {unknownWords.length > 0 && (
        <Text c="dimmed" fz="sm" style={{ overflowWrap: "anywhere" }}>
          No document has: {unknownWords.join(", ")}
        </Text>
      )}
      {hits.length > 0 && (
        <section aria-labelledby={heading} className={classes.passages}>
          <h3 id={heading} className={classes.passagesTitle}>
            The closest passages on this device — not an answer
          </h3>
          <PassageList hits={hits} />
        </section>
      )}
    </>
  );
}
