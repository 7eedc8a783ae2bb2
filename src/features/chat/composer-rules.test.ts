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
  it.each(["", " ", "\n\t "])("needs more than white space: %j", (text) => {
    expect(mayAsk({ ...idle, text })).toBe(false);
  });

  it("waits for the recording and for the answer that is being fetched", () => {
    expect(mayAsk({ ...idle, text: "Why?" })).toBe(true);
    expect(mayAsk({ text: "Why?", speaking: true, pending: false })).toBe(false);
    expect(mayAsk({ text: "Why?", speaking: false, pending: true })).toBe(false);
  });

  it("ends where the server would refuse", () => {
    const text = "x".repeat(QUESTION_LIMIT);
    expect(mayAsk({ ...idle, text: ` ${text} ` })).toBe(true);
    expect(lengthWords(text)).toBeNull();
    expect(mayAsk({ ...idle, text: `${text}y` })).toBe(false);
    expect(lengthWords(`${text}y`)).toBe("Too long by 1 character.");
    expect(lengthWords(`${text}yy`)).toBe("Too long by 2 characters.");
  });
});

describe("speaking", () => {
  it("is for an empty box", () => {
    expect(maySpeak(idle)).toBe(true);
    expect(maySpeak({ ...idle, text: "W" })).toBe(false);
    expect(maySpeak({ ...idle, pending: true })).toBe(false);
    expect(maySpeak({ ...idle, speaking: true })).toBe(false);
  });
});

describe("the key that sends", () => {
  const enter: KeyPress = { key: "Enter", shiftKey: false, isComposing: false, keyCode: 13 };

  it("is Enter, and not with Shift or while an IME composes", () => {
    expect(isSendKey(enter)).toBe(true);
    expect(isSendKey({ ...enter, shiftKey: true })).toBe(false);
    expect(isSendKey({ ...enter, isComposing: true })).toBe(false);
    expect(isSendKey({ ...enter, keyCode: 229 })).toBe(false);
    expect(isSendKey({ ...enter, key: "a" })).toBe(false);
  });
});

it("takes a question back without losing what was typed since", () => {
  expect(withTakenBack(" ", "Old?")).toBe("Old?");
  expect(withTakenBack("New", "Old?")).toBe("Old?\nNew");
});
