import { QUESTION_LIMIT } from "@contracts/question.ts";

/** The state that decides what the question box and its buttons allow. */
export interface ComposerState {
  text: string;
  /** The microphone is being opened, is recording, or its recording is being stored. */
  speaking: boolean;
  /** An answer is being fetched now. */
  pending: boolean;
}

/** Whether the typed text may be sent. */
export function mayAsk({ text, speaking, pending }: ComposerState): boolean {
  const question = text.trim();
  return question !== "" && question.length <= QUESTION_LIMIT && !speaking && !pending;
}

/** Whether a spoken question may be started. */
export function maySpeak({ text, speaking, pending }: ComposerState): boolean {
  return text === "" && !speaking && !pending;
}

/** The message for a question that is too long; null if it is not too long. */
export function tooLongMessage(text: string): string | null {
  const over = text.trim().length - QUESTION_LIMIT;
  if (over <= 0) return null;
  return `Too long by ${over === 1 ? "1 character" : `${over} characters`}.`;
}

/** The parts of a keyboard event that decide whether it means Send. */
export type KeyPress = Pick<KeyboardEvent, "key" | "shiftKey" | "isComposing" | "keyCode">;

/** Safari reports the Enter that ended a composition after it, with this key code. */
const COMPOSING_KEY_CODE = 229;

/** Whether a key press means Send: Enter that makes no new line and accepts no IME suggestion. */
export function isSendKey({ key, shiftKey, isComposing, keyCode }: KeyPress): boolean {
  return key === "Enter" && !shiftKey && !isComposing && keyCode !== COMPOSING_KEY_CODE;
}

/** The text of the box after a question was taken back into it; what was typed there stays. */
export function withTakenBack(text: string, question: string): string {
  return text.trim() === "" ? question : `${question}\n${text}`;
}
