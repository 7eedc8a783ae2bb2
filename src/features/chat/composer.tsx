import { namedCodes } from "@contracts/terms/telling-words.ts";
import { ActionIcon, Button } from "@mantine/core";
import { Mic, SendHorizontal, Square, X } from "lucide-react";
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { PlainButton } from "#ui/plain-button.tsx";
import { useElapsed } from "../recorder/use-elapsed.ts";
import type { RecordingPhase } from "../recorder/voice-recording.ts";
import classes from "./chat.module.css";
import { isSendKey, mayAsk, maySpeak, tooLongMessage } from "./composer-rules.ts";
import type { SpokenQuestion } from "./spoken-question.ts";

/** The box and buttons to type or speak a question and to send it. */
export function Composer(props: {
  box: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
  onAsk: (question: string) => void;
  /** An answer is being fetched now. */
  pending: boolean;
  /** The models and codes of an earlier question that this one is about; empty without any. */
  about: string;
  /** Called when it is to be asked without them. */
  onWithout: () => void;
  spoken: SpokenQuestion;
  phase: RecordingPhase;
}) {
  const { box, text, onText, pending, about, spoken, phase } = props;
  const speaking = phase !== "idle";
  const status = { text, speaking, pending };
  const fault = tooLongMessage(text);
  const voice = useRef<HTMLButtonElement>(null);
  useFocusAfter(speaking, voice);

  function send(): void {
    if (mayAsk(status)) props.onAsk(text.trim());
  }

  function press(event: MouseEvent, action: () => void): void {
    action();
    // Afterwards the button is disabled or gone, so a keyboard user would lose the focus: give it to
    // the box. A tap (`detail` above 0) must not do that, because it would open the on-screen
    // keyboard over the answer.
    if (event.detail === 0) box.current?.focus();
  }

  return (
    <>
      {about !== "" && (
        <div className={classes.about}>
          <p>About {listed(about)}</p>
          <ActionIcon
            variant="subtle"
            aria-label={`Ask without ${listed(about)}`}
            disabled={speaking}
            onMouseDown={(event) => event.preventDefault()}
            onClick={(event) => press(event, props.onWithout)}
          >
            <X size={20} aria-hidden />
          </ActionIcon>
        </div>
      )}
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
          onClick={(event) => press(event, send)}
        >
          <SendHorizontal size={22} aria-hidden />
        </ActionIcon>
        {fault !== null && (
          <p role="status" className={classes.fault}>
            {fault}
          </p>
        )}
      </div>
    </>
  );
}

const listed = (codes: string) => namedCodes(codes).join(" · ");

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

/** The text box for a question: two rows, and it grows with the text up to 120 px. */
function QuestionBox(props: {
  box: RefObject<HTMLTextAreaElement | null>;
  text: string;
  onText: (text: string) => void;
  onSend: () => void;
  /** The problem of the text; null if there is none. */
  fault: string | null;
}) {
  const { box, text, onText, onSend, fault } = props;
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || element.value !== text) return;
    element.style.height = "auto";
    const frame = element.offsetHeight - element.clientHeight;
    element.style.height = `${element.scrollHeight + frame}px`;
  }, [box, text]);

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (!isSendKey(event.nativeEvent)) return;
    event.preventDefault();
    onSend();
  }

  return (
    <textarea
      ref={box}
      rows={2}
      className={classes.box}
      aria-label="Your question"
      aria-invalid={fault !== null}
      placeholder="Ask a question"
      enterKeyHint="send"
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={press}
    />
  );
}

const STATUS_TEXTS: Readonly<Record<RecordingPhase, string>> = {
  idle: "",
  opening: "Waiting for the microphone...",
  recording: "Listening...",
  paused: "Listening...",
  finishing: "Saving...",
};

/** Replaces the box while a question is spoken: the elapsed time, Cancel and Stop. */
function Listening({ spoken, phase }: { spoken: SpokenQuestion; phase: RecordingPhase }) {
  const recording = phase === "recording";
  const elapsed = useElapsed(spoken.elapsedMs, phase);
  const stop = useRef<HTMLButtonElement>(null);
  // The button that had the focus, and started the recording, is gone.
  useEffect(() => {
    if (recording) stop.current?.focus({ preventScroll: true });
  }, [recording]);
  return (
    <div className={classes.listening}>
      <p className={classes.listeningStatus}>
        <span className={classes.listeningDot} aria-hidden />
        <span role="status">{STATUS_TEXTS[phase]}</span>
        <span role="timer">{elapsed}</span>
      </p>
      <PlainButton icon={X} disabled={phase === "finishing"} onClick={() => spoken.cancel()}>
        Cancel
      </PlainButton>
      <Button
        ref={stop}
        disabled={!recording}
        leftSection={<Square size={16} fill="currentColor" aria-hidden />}
        onClick={() => spoken.stop()}
      >
        Stop
      </Button>
    </div>
  );
}
