import type { QueueItem } from "@contracts/queue-item.ts";
import { Button, Textarea } from "@mantine/core";
import { Pencil } from "lucide-react";
import { useState } from "react";
import { tooLongMessage } from "./composer-rules.ts";
import type { QuestionActions } from "./use-question-actions.ts";
import classes from "./waiting.module.css";

/**
 * The device's own transcription of a waiting spoken question: a draft, which its person can correct.
 * The corrected words are then asked in place of the recording.
 */
export function DraftedQuestion(props: {
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
    return (
      <p className={classes.note}>Draft, made on this device. The rest is not understood yet.</p>
    );
  }
  if (words === null) {
    return (
      <>
        <p className={classes.note}>
          Draft, made on this device. The recording is asked once there is a signal.
        </p>
        <Button
          variant="default"
          autoFocus={wasOpen}
          leftSection={<Pencil size={18} aria-hidden />}
          onClick={() => change(text)}
        >
          Correct the words
        </Button>
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
      <div className={classes.actions}>
        <Button variant="default" onClick={() => change(null)}>
          Cancel
        </Button>
        <Button
          disabled={asked === "" || fault !== null}
          onClick={() => actions.reword(item, asked)}
        >
          Ask in these words
        </Button>
      </div>
    </div>
  );
}
