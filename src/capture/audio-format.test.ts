import { expect, it } from "vitest";
import { chooseAudioFormat } from "./audio-recorder.ts";

it.each([
  ["every format", "audio/", "audio/webm;codecs=opus"],
  ["only MP4, as in older Safari", "audio/mp4", "audio/mp4"],
  ["only Ogg", "audio/ogg", "audio/ogg;codecs=opus"],
  ["no format that the product accepts", "audio/aiff", null],
])("where the browser supports %s, it records the best one", (_, supported, format) => {
  expect(chooseAudioFormat((type) => type.startsWith(supported))).toBe(format);
});
