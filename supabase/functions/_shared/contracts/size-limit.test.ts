import { expect, it } from "vitest";
import { KNOWLEDGE_FILE_LIMIT_BYTES } from "./knowledge.ts";
import { sizeLimitWords } from "./size-limit.ts";
import { IMAGE_LIMIT_BYTES } from "./snap-process.ts";
import { AUDIO_LIMIT_BYTES } from "./voice-transcribe.ts";

it.each([
  ["a document", KNOWLEDGE_FILE_LIMIT_BYTES, "10 MB"],
  ["a photo", IMAGE_LIMIT_BYTES, "8 MiB"],
  ["a recording", AUDIO_LIMIT_BYTES, "24 MiB"],
])("tells the limit of %s in the unit in which it is whole", (_, bytes, words) => {
  expect(sizeLimitWords(bytes)).toBe(words);
});

it("tells no rounded limit", () => {
  expect(() => sizeLimitWords(10_000_001)).toThrow("No unit fits 10000001 bytes");
});
