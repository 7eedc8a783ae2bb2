import type { AudioChunk } from "#capture/audio-recorder.ts";
import type { RecordingSession } from "#outbox/recording-session.ts";
import { isOutOfSpace } from "#platform/out-of-space.ts";

/**
 * Writes the chunks of a recording in order. A chunk that could not be written is written together
 * with the next one. So a recording may lose its end but never has a gap: players and transcribers
 * take a gap for the end or for a broken file.
 * @param gaveUp called when the device is full, or when a repeated write has failed
 */
export function createChunkKeeper(note: RecordingSession, gaveUp: (error: unknown) => void) {
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
    /** Writes one more chunk after the earlier ones. */
    add(chunk: AudioChunk): void {
      captured += chunk.bytes.byteLength;
      unwritten.push(chunk);
      writing = writing.then(write);
    },
    /** Bytes received so far. */
    captured: () => captured,
    /** Bytes stored on the device so far. */
    kept: () => kept,
    /** Resolves when every chunk is stored, or when one more try to write it has failed. */
    async finish(): Promise<void> {
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
