/** The loudness of a microphone, for a meter. */
export interface AudioLevel {
  /** 0 (quiet) to 1 (as loud as speech gets). */
  read(): number;
  close(): void;
}

/** Loudness of a quiet room, and of a person who speaks straight into a phone (dB of full scale). */
const QUIET_DB = -58;
const LOUD_DB = -14;

/** Measures the loudness of a stream; reads 0 if that fails: a meter must stop no recording. */
export function measureLevel(stream: MediaStream): AudioLevel {
  try {
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 1024;
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    return {
      read() {
        analyser.getFloatTimeDomainData(samples);
        return loudness(samples);
      },
      close() {
        context.close().catch(() => undefined);
      },
    };
  } catch {
    return { read: () => 0, close: () => undefined };
  }
}

/** Loudness of samples (-1 to 1) on the scale of a meter, 0 to 1. */
export function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const db = 10 * Math.log10(sum / samples.length);
  return Math.min(1, Math.max(0, (db - QUIET_DB) / (LOUD_DB - QUIET_DB)));
}
