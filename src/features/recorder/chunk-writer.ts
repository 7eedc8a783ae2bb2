import type { AudioChunk } from "#capture/audio-recorder.ts";
import type { RecordingSession } from "#outbox/recording-session.ts";
import { isOutOfSpace } from "#platform/out-of-space.ts";

/** Writes the chunks of one recording to its note. */
export interface ChunkKeeper {
  /** Keeps one more chunk, after those before it. */
  add(chunk: AudioChunk): void;
  /** Bytes handed in so far. */
  captured(): number;
  /** Bytes safe on the device so far. */
  kept(): number;
  /** Resolves when every chunk is kept, or was tried once more in vain. */
  finish(): Promise<void>;
}

/**
 * What could not be written goes together with the next chunk: a recording may miss its end, but it
 * never has a hole, which players and transcribers take for the end, or for a broken file.
 * @param gaveUp called when the device is full, or when a write failed that was tried before
 */
export function createChunkKeeper(
  note: RecordingSession,
  gaveUp: (error: unknown) => void,
): ChunkKeeper {
  let unwritten: AudioChunk[] = [];
  let captured = 0;
  let kept = 0;
  let failures = 0;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const last = unwritten.at(-1);
    if (last === undefined) return;
    const taken = unwritten;
    unwritten = [];
    const bytes = joined(taken);
    try {
      await note.append(bytes, last.durationMs);
      kept += bytes.byteLength;
      failures = 0;
    } catch (error) {
      unwritten = [...taken, ...unwritten];
      failures += 1;
      if (failures > 1 || isOutOfSpace(error)) gaveUp(error);
    }
  }

  return {
    add(chunk) {
      captured += chunk.bytes.byteLength;
      unwritten.push(chunk);
      writing = writing.then(write);
    },
    captured: () => captured,
    kept: () => kept,
    async finish() {
      await writing;
      await write();
    },
  };
}

function joined(chunks: AudioChunk[]): ArrayBuffer {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only.bytes;
  const size = chunks.reduce((sum, chunk) => sum + chunk.bytes.byteLength, 0);
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(new Uint8Array(chunk.bytes), offset);
    offset += chunk.bytes.byteLength;
  }
  return bytes.buffer;
}
