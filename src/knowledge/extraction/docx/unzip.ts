import { Inflate } from "fflate";
import { growsTooLarge } from "../document-text.ts";

const END_OF_DIRECTORY = 0x06054b50;
const ENTRY = 0x02014b50;
/** Its unpacked size is at most a thousand times as large, and counted before the next one. */
const SLICE = 4096;

/**
 * Unpacks files of a ZIP archive, and counts their bytes while they come out: what the archive states
 * of their sizes may be wrong.
 * @param most how many bytes they may have together
 * @throws UnreadableDocument when they have more; Error when the archive is damaged
 */
export function unzip(
  bytes: Uint8Array,
  isWanted: (name: string) => boolean,
  most: number,
): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let left = most;
  const files = new Map<string, Uint8Array>();
  for (const { name, method, start, size } of readEntries(view)) {
    if (!isWanted(name)) continue;
    const packed = bytes.subarray(start, start + size);
    const parts: Uint8Array[] = [];
    const keep = (part: Uint8Array) => {
      left -= part.length;
      if (left < 0) throw growsTooLarge(most);
      parts.push(part);
    };
    if (method === 0) keep(packed);
    else {
      const inflate = new Inflate(keep);
      for (let at = 0; at === 0 || at < packed.length; at += SLICE) {
        inflate.push(packed.subarray(at, at + SLICE), at + SLICE >= packed.length);
      }
    }
    files.set(name, joined(parts));
  }
  return files;
}

function* readEntries(view: DataView) {
  let end = view.byteLength - 22;
  while (view.getUint32(end, true) !== END_OF_DIRECTORY) end -= 1;
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error("The directory is damaged.");
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    yield {
      name: new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, name)),
      method: view.getUint16(at + 10, true),
      start,
      size: view.getUint32(at + 20, true),
    };
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
