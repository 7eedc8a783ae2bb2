import { type KeyboardEvent, type RefObject, useLayoutEffect } from "react";
import classes from "./composer.module.css";
import { isSendKey } from "./composer-rules.ts";

/** The text box for a question: two rows, and it grows with the text up to 120 px. */
export function QuestionBox(props: {
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
    const { isComposing, keyCode } = event.nativeEvent;
    if (!isSendKey({ key: event.key, shiftKey: event.shiftKey, isComposing, keyCode })) return;
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
