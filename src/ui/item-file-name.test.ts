import { AUDIO_FILE_ENDINGS } from "@contracts/voice-transcribe.ts";
import { expect, it } from "vitest";
import { itemFileName } from "./item-file-name.ts";

const morning = new Date(2026, 6, 4, 9, 5).getTime();

it("has an ending for every kind of audio that the server accepts", () => {
  for (const [type, ending] of Object.entries(AUDIO_FILE_ENDINGS)) {
    expect(itemFileName("voice", morning, type).endsWith(`.${ending}`)).toBe(true);
  }
});
