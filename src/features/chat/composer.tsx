import { ActionIcon } from "@mantine/core";
import { Mic, SendHorizontal } from "lucide-react";
import { type MouseEvent, type RefObject, useEffect, useRef } from "react";
import type { RecordingPhase } from "../recorder/voice-recording.ts";
import classes from "./composer.module.css";
import { mayAsk, maySpeak, tooLongMessage } from "./composer-rules.ts";
import { Listening } from "./listening.tsx";
import { QuestionBox } from "./question-box.tsx";
import type { SpokenQuestion } from "./spoken-question.ts";

/** The box and buttons to type or speak a question and to send it. */
export function Composer(props: {
  box: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
  onAsk: (question: string) => void;
  /** An answer is being fetched now. */
  pending: boolean;
  spoken: SpokenQuestion;
  phase: RecordingPhase;
}) {
  const { box, text, onText, pending, spoken, phase } = props;
  const speaking = phase !== "idle";
  const status = { text, speaking, pending };
  const fault = tooLongMessage(text);
  const voice = useRef<HTMLButtonElement>(null);
  useFocusAfter(speaking, voice);

  function send(): void {
    if (mayAsk(status)) props.onAsk(text.trim());
  }

  function press(event: MouseEvent): void {
    send();
    // The sent question leaves the button disabled, so a keyboard user would lose the focus: give
    // it to the box. A tap (`detail` above 0) must not do that, because it would open the on-screen
    // keyboard over the answer.
    if (event.detail === 0) box.current?.focus();
  }

  return (
    <div className={classes.composer}>
      {speaking ? (
        <Listening spoken={spoken} phase={phase} />
      ) : (
        <QuestionBox box={box} text={text} onText={onText} onSend={send} fault={fault} />
      )}
      {!speaking && (
        <ActionIcon
          ref={voice}
          variant="default"
          aria-label="Voice input"
          disabled={!maySpeak(status)}
          onClick={() => void spoken.start()}
        >
          <Mic size={22} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        variant="filled"
        aria-label="Send"
        disabled={!mayAsk(status)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={press}
      >
        <SendHorizontal size={22} aria-hidden />
      </ActionIcon>
      {fault !== null && (
        <p role="status" className={classes.fault}>
          {fault}
        </p>
      )}
    </div>
  );
}

/** Gives the focus back to the button that started the recording when the recording is over. */
function useFocusAfter(speaking: boolean, button: RefObject<HTMLButtonElement | null>): void {
  const spoke = useRef(false);
  useEffect(() => {
    if (spoke.current && !speaking && document.activeElement === document.body) {
      button.current?.focus({ preventScroll: true });
    }
    spoke.current = speaking;
  }, [speaking, button]);
}
