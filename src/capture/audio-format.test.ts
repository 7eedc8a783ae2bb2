import { describe, expect, it } from "vitest";
import { chooseAudioFormat } from "./audio-recorder.ts";

describe("chooseAudioFormat", () => {
  it("takes Opus in WebM where the browser has it", () => {
    expect(chooseAudioFormat(() => true)).toBe("audio/webm;codecs=opus");
  });

  it("takes MP4 where that is all there is, as in older Safari", () => {
    expect(chooseAudioFormat((type) => type.startsWith("audio/mp4"))).toBe("audio/mp4");
  });

  it("takes Ogg where there is neither", () => {
    expect(chooseAudioFormat((type) => type.startsWith("audio/ogg"))).toBe("audio/ogg;codecs=opus");
  });

  it("refuses where nothing that the product takes can be recorded", () => {
    expect(chooseAudioFormat((type) => type === "audio/aiff")).toBeNull();
  });
});
