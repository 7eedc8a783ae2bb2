import { QUESTION_LIMIT } from "@contracts/question.ts";

/** What decides about the box for questions and its buttons. */
export interface ComposerState {
  text: string;
  /** The microphone is being opened, recorded, or what it heard is being kept. */
  speaking: boolean;
  /** An answer is being fetched at this moment. */
  pending: boolean;
}

/** Whether what is typed may be sent. */
export function mayAsk({ text, speaking, pending }: ComposerState): boolean {
  const question = text.trim();
  return question !== "" && question.length <= QUESTION_LIMIT && !speaking && !pending;
}

/** Whether a question may be spoken. */
export function maySpeak({ text, speaking, pending }: ComposerState): boolean {
  return text === "" && !speaking && !pending;
}

/** What to say of a question that is too long; null of one that is not. */
export function lengthWords(text: string): string | null {
  const over = text.trim().length - QUESTION_LIMIT;
  if (over <= 0) return null;
  return `Too long by ${over === 1 ? "1 character" : `${over} characters`}.`;
}

/** Of a key press, what decides whether it sends. */
export interface KeyPress {
  key: string;
  shiftKey: boolean;
  isComposing: boolean;
  keyCode: number;
}

/** Safari ends a composition before it tells of the Enter that ended it; only this code is left. */
const COMPOSING_KEY_CODE = 229;

/** Whether a key press means Send: Enter, unless it is a new line or chooses what an IME offers. */
export function isSendKey({ key, shiftKey, isComposing, keyCode }: KeyPress): boolean {
  return key === "Enter" && !shiftKey && !isComposing && keyCode !== COMPOSING_KEY_CODE;
}

/** The box's text after a question was taken back into it: nothing that was typed is lost. */
export function withTakenBack(text: string, question: string): string {
  return text.trim() === "" ? question : `${question}\n${text}`;
}
