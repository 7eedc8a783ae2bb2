import { describe, expect, it } from "vitest";
import { chooseAudioFormat } from "./audio-recorder.ts";

describe("chooseAudioFormat", () => {
  it("chooses Opus in WebM when the browser supports it", () => {
    expect(chooseAudioFormat(() => true)).toBe("audio/webm;codecs=opus");
  });

  it("chooses MP4 when nothing else is supported, as in older Safari", () => {
    expect(chooseAudioFormat((type) => type.startsWith("audio/mp4"))).toBe("audio/mp4");
  });

  it("chooses Ogg when neither WebM nor MP4 is supported", () => {
    expect(chooseAudioFormat((type) => type.startsWith("audio/ogg"))).toBe("audio/ogg;codecs=opus");
  });

  it("returns null when the browser supports no format that the product accepts", () => {
    expect(chooseAudioFormat((type) => type === "audio/aiff")).toBeNull();
  });
});
