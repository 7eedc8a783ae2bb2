import { AUDIO_FILE_ENDINGS } from "@contracts/voice-transcribe.ts";
import { describe, expect, it } from "vitest";
import { itemFileName } from "./item-file-name.ts";

const morning = new Date(2026, 6, 4, 9, 5).getTime();

describe("itemFileName", () => {
  it("contains the kind and the time in the device's time zone", () => {
    expect(itemFileName("voice", morning, "audio/webm;codecs=opus")).toBe(
      "voice-note-2026-07-04-0905.webm",
    );
    expect(itemFileName("voice", morning, "audio/mp4; codecs=mp4a.40.2")).toBe(
      "voice-note-2026-07-04-0905.mp4",
    );
  });

  it("has different names for photos and questions", () => {
    expect(itemFileName("photo", morning, "image/jpeg")).toBe("photo-2026-07-04-0905.jpg");
    expect(itemFileName("question", morning, "text/plain;charset=utf-8")).toBe(
      "question-2026-07-04-0905.txt",
    );
  });

  it("has an ending for every kind of audio that the server accepts", () => {
    for (const [type, ending] of Object.entries(AUDIO_FILE_ENDINGS)) {
      expect(itemFileName("voice", morning, type).endsWith(`.${ending}`)).toBe(true);
    }
  });
});
