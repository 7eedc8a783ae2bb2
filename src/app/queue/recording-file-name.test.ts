import { AUDIO_FILE_ENDINGS } from "@contracts/voice-transcribe.ts";
import { describe, expect, it } from "vitest";
import { recordingFileName } from "./recording-file-name.ts";

const morning = new Date(2026, 6, 4, 9, 5).getTime();

describe("recordingFileName", () => {
  it("holds the time of the device's clock and the kind", () => {
    expect(recordingFileName(morning, "audio/webm;codecs=opus")).toBe(
      "voice-note-2026-07-04-0905.webm",
    );
    expect(recordingFileName(morning, "audio/mp4; codecs=mp4a.40.2")).toBe(
      "voice-note-2026-07-04-0905.mp4",
    );
  });

  it("has an ending for every kind of audio the server takes", () => {
    for (const [type, ending] of Object.entries(AUDIO_FILE_ENDINGS)) {
      expect(recordingFileName(morning, type).endsWith(`.${ending}`)).toBe(true);
    }
  });
});
