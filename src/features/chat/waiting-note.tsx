import type { QueueItem } from "@contracts/queue-item.ts";
import { Button } from "@mantine/core";
import { Clock, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { endSession } from "#session/session.ts";
import { AskTwice } from "#ui/ask-twice.tsx";
import type { QuestionStatus } from "./question-status.ts";
import type { QuestionActions } from "./use-question-actions.ts";
import classes from "./waiting.module.css";

/** Shown below a waiting question: its status, the reason, and a button to take it back. */
export function WaitingNote(props: {
  item: QueueItem;
  status: Extract<QuestionStatus, { kind: "waiting" }>;
  actions: QuestionActions;
  listen: ReactNode;
  /** Stands between the status and the buttons. */
  children: ReactNode;
}) {
  const { item, status, actions, listen } = props;
  const spoken = listen !== null;
  return (
    <div className={classes.waiting}>
      <p className={classes.status}>
        <Clock size={16} aria-hidden />
        {status.words}
      </p>
      {status.reason !== null && <p className={classes.note}>{status.reason}</p>}
      {props.children}
      <div className={classes.actions}>
        {status.signIn && <Button onClick={() => void endSession()}>Sign in</Button>}
        {listen}
        {spoken ? (
          <AskTwice
            label="Withdraw"
            icon={<Undo2 size={18} aria-hidden />}
            question="Withdraw this question? Its recording is deleted. This cannot be undone."
            onConfirm={() => actions.withdraw(item)}
          />
        ) : (
          <Button
            variant="default"
            leftSection={<Undo2 size={18} aria-hidden />}
            onClick={() => actions.withdraw(item)}
          >
            Withdraw
          </Button>
        )}
      </div>
    </div>
  );
}
