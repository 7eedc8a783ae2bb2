import { writeFileSync } from "node:fs";

/** The sample rate that Chromium asks of a file that plays as its microphone. */
export const MICROPHONE_RATE = 48_000;

/** Writes a WAV for a browser's microphone: a buzz with moving formants, syllable by syllable. */
export function writeSpokenWav(path: string, seconds: number): void {
  writeMicrophoneWav(
    path,
    Float32Array.from({ length: Math.round(MICROPHONE_RATE * seconds) }, (_, n) => {
      const t = n / MICROPHONE_RATE;
      const syllable = Math.abs(Math.sin(Math.PI * t * 2.5));
      const pitch = 120 + 20 * Math.sin(t * 3);
      const formant = 600 + 300 * Math.sin(t * 5);
      const value =
        0.4 * Math.sin(2 * Math.PI * pitch * t) +
        0.2 * Math.sin(2 * Math.PI * 2 * pitch * t) +
        0.15 * Math.sin(2 * Math.PI * formant * t);
      return 0.61 * syllable * value;
    }),
  );
}

/** Writes sound from -1 to 1 as mono WAV with 16 bit and 48 kHz. */
export function writeMicrophoneWav(path: string, samples: Float32Array): void {
  const wav = Buffer.alloc(44 + samples.length * 2);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(36 + samples.length * 2, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(MICROPHONE_RATE, 24);
  wav.writeUInt32LE(MICROPHONE_RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(samples.length * 2, 40);
  for (const [n, sample] of samples.entries()) {
    wav.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff), 44 + n * 2);
  }
  writeFileSync(path, wav);
}
