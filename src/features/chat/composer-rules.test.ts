import { QUESTION_LIMIT } from "@contracts/question.ts";
import { describe, expect, it } from "vitest";
import {
  isSendKey,
  type KeyPress,
  lengthWords,
  mayAsk,
  maySpeak,
  withTakenBack,
} from "./composer-rules.ts";

const idle = { text: "", speaking: false, pending: false };

describe("asking", () => {
  it.each(["", " ", "\n\t "])("is refused for text without visible characters: %j", (text) => {
    expect(mayAsk({ ...idle, text })).toBe(false);
  });

  it("has to wait for the recording and for the answer that is being fetched", () => {
    expect(mayAsk({ ...idle, text: "Why?" })).toBe(true);
    expect(mayAsk({ text: "Why?", speaking: true, pending: false })).toBe(false);
    expect(mayAsk({ text: "Why?", speaking: false, pending: true })).toBe(false);
  });

  it("has the same length limit as the server", () => {
    const text = "x".repeat(QUESTION_LIMIT);
    expect(mayAsk({ ...idle, text: ` ${text} ` })).toBe(true);
    expect(lengthWords(text)).toBeNull();
    expect(mayAsk({ ...idle, text: `${text}y` })).toBe(false);
    expect(lengthWords(`${text}y`)).toBe("Too long by 1 character.");
    expect(lengthWords(`${text}yy`)).toBe("Too long by 2 characters.");
  });
});

describe("speaking", () => {
  it("is possible only while the box is empty", () => {
    expect(maySpeak(idle)).toBe(true);
    expect(maySpeak({ ...idle, text: "W" })).toBe(false);
    expect(maySpeak({ ...idle, pending: true })).toBe(false);
    expect(maySpeak({ ...idle, speaking: true })).toBe(false);
  });
});

describe("the Send key", () => {
  const enter: KeyPress = { key: "Enter", shiftKey: false, isComposing: false, keyCode: 13 };

  it("is Enter, but not with Shift or while an IME composes", () => {
    expect(isSendKey(enter)).toBe(true);
    expect(isSendKey({ ...enter, shiftKey: true })).toBe(false);
    expect(isSendKey({ ...enter, isComposing: true })).toBe(false);
    expect(isSendKey({ ...enter, keyCode: 229 })).toBe(false);
    expect(isSendKey({ ...enter, key: "a" })).toBe(false);
  });
});

it("keeps the text in the box when a question is taken back into it", () => {
  expect(withTakenBack(" ", "Old?")).toBe("Old?");
  expect(withTakenBack("New", "Old?")).toBe("Old?\nNew");
});
