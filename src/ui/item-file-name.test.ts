import { AUDIO_FILE_ENDINGS } from "@contracts/voice-transcribe.ts";
import { expect, it } from "vitest";
import { itemFileName } from "./item-file-name.ts";

const morning = new Date(2026, 6, 4, 9, 5).getTime();

it.each([
  ["voice", "audio/webm;codecs=opus", "voice-note-2026-07-04-0905.webm"],
  ["voice", "audio/mp4; codecs=mp4a.40.2", "voice-note-2026-07-04-0905.mp4"],
  ["photo", "image/jpeg", "photo-2026-07-04-0905.jpg"],
  ["question", "text/plain;charset=utf-8", "question-2026-07-04-0905.txt"],
] as const)(
  "the file of a %s has its kind and the device's time in its name",
  (kind, type, name) => {
    expect(itemFileName(kind, morning, type)).toBe(name);
  },
);

it("has an ending for every kind of audio that the server accepts", () => {
  for (const [type, ending] of Object.entries(AUDIO_FILE_ENDINGS)) {
    expect(itemFileName("voice", morning, type).endsWith(`.${ending}`)).toBe(true);
  }
});
