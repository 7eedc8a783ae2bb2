import { writeFileSync } from "node:fs";

const RATE = 48_000;

/**
 * Writes a WAV that a browser can use as a microphone: a voice-like sound (a buzz with moving
 * formants, syllable by syllable), mono, 16 bit, 48 kHz.
 */
export function writeSpokenWav(path: string, seconds: number): void {
  const samples = Math.round(RATE * seconds);
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write("RIFF", 0);
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write("WAVEfmt ", 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(RATE, 24);
  wav.writeUInt32LE(RATE * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write("data", 36);
  wav.writeUInt32LE(samples * 2, 40);
  for (let n = 0; n < samples; n += 1) {
    const t = n / RATE;
    const syllable = Math.abs(Math.sin(Math.PI * t * 2.5));
    const pitch = 120 + 20 * Math.sin(t * 3);
    const formant = 600 + 300 * Math.sin(t * 5);
    const value =
      syllable *
      (0.4 * Math.sin(2 * Math.PI * pitch * t) +
        0.2 * Math.sin(2 * Math.PI * 2 * pitch * t) +
        0.15 * Math.sin(2 * Math.PI * formant * t));
    wav.writeInt16LE(Math.round(value * 20_000), 44 + n * 2);
  }
  writeFileSync(path, wav);
}
