import type { QueueItem } from "@contracts/queue-item.ts";
import { Button } from "@mantine/core";
import { CircleAlert, RotateCw, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { AskTwice } from "#ui/ask-twice.tsx";
import type { QuestionActions } from "./use-question-actions.ts";
import classes from "./waiting.module.css";

/** Shown below a question that the server refused: the reason, and the possible actions. */
export function RefusedNote(props: {
  item: QueueItem;
  reason: string;
  actions: QuestionActions;
  listen: ReactNode;
}) {
  const { item, reason, actions, listen } = props;
  return (
    <div className={classes.waiting}>
      <p className={classes.status} data-refused>
        <CircleAlert size={16} aria-hidden />
        {reason}
      </p>
      <div className={classes.actions}>
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
