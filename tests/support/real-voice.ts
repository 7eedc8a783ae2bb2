import { decodeAudio } from "#understanding/speech/decode-audio.ts";
import { Resampler } from "#understanding/speech/resampler.ts";
import { SAMPLE_RATE } from "#understanding/speech/voice-detector.ts";
import { RECORDED_SPEECH } from "./recorded-speech.ts";
import { MICROPHONE_RATE, writeMicrophoneWav } from "./spoken-wav.ts";

/** Seconds of silence before the first sentence, between two, and after the last one. */
const BEFORE = 1;
const BETWEEN = 0.7;
const AFTER = 60;

/** A real voice that a browser can use as its microphone. */
export type RealVoice = Awaited<ReturnType<typeof realVoice>>;

/** The recorded sentences, one after the other. */
export async function realVoice() {
  const silence = (seconds: number) => new Float32Array(seconds * MICROPHONE_RATE);
  const parts: Float32Array[] = [silence(BEFORE)];
  for (const { bytes } of RECORDED_SPEECH) {
    const resampler = new Resampler(SAMPLE_RATE, MICROPHONE_RATE);
    for await (const part of await decodeAudio(bytes)) parts.push(resampler.push(part));
    parts.push(resampler.end(), silence(BETWEEN));
  }
  const length = (sound: readonly Float32Array[]) =>
    sound.reduce((sum, part) => sum + part.length, 0);
  return {
    /** What it says. */
    text: RECORDED_SPEECH.map(({ text }) => text).join(" "),
    /** When it has said everything, in seconds; it is silent for a minute then. */
    seconds: length(parts) / MICROPHONE_RATE,
    write(path: string) {
      const all = new Float32Array(length(parts) + AFTER * MICROPHONE_RATE);
      let place = 0;
      for (const part of parts) {
        all.set(part, place);
        place += part.length;
      }
      writeMicrophoneWav(path, all);
    },
  };
}
