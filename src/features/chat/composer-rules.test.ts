import { QUESTION_LIMIT } from "@contracts/question.ts";
import { expect, it } from "vitest";
import {
  isSendKey,
  type KeyPress,
  mayAsk,
  maySpeak,
  tooLongMessage,
  withTakenBack,
} from "./composer-rules.ts";

const idle = { text: "", speaking: false, pending: false };

it.each([
  ["visible text", "Why?", false, false, true],
  ["blanks", "\n\t ", false, false, false],
  ["visible text during a recording", "Why?", true, false, false],
  ["visible text while an answer is fetched", "Why?", false, true, false],
])("with %s, asking is possible: %s, %s, %s, %s", (_, text, speaking, pending, may) => {
  expect(mayAsk({ text, speaking, pending })).toBe(may);
});

it("asking has the same length limit as the server", () => {
  const text = "x".repeat(QUESTION_LIMIT);
  expect(mayAsk({ ...idle, text: ` ${text} ` })).toBe(true);
  expect(tooLongMessage(text)).toBeNull();
  expect(mayAsk({ ...idle, text: `${text}y` })).toBe(false);
  expect(tooLongMessage(`${text}y`)).toBe("Too long by 1 character.");
  expect(tooLongMessage(`${text}yy`)).toBe("Too long by 2 characters.");
});

it("speaking is possible only while the box is empty", () => {
  expect(maySpeak(idle)).toBe(true);
  expect(maySpeak({ ...idle, text: "W" })).toBe(false);
  expect(maySpeak({ ...idle, pending: true })).toBe(false);
  expect(maySpeak({ ...idle, speaking: true })).toBe(false);
});

it("the Send key is Enter, but not with Shift or while an IME composes", () => {
  const enter: KeyPress = { key: "Enter", shiftKey: false, isComposing: false, keyCode: 13 };
  expect(isSendKey(enter)).toBe(true);
  expect(isSendKey({ ...enter, shiftKey: true })).toBe(false);
  expect(isSendKey({ ...enter, isComposing: true })).toBe(false);
  expect(isSendKey({ ...enter, keyCode: 229 })).toBe(false);
  expect(isSendKey({ ...enter, key: "a" })).toBe(false);
});

it("keeps the text in the box when a question is taken back into it", () => {
  expect(withTakenBack("New", "Old?")).toBe("Old?\nNew");
});
