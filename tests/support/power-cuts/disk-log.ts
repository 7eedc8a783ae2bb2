import fs from "node:fs";

/** What a program did to its files, in order. Paths are relative to the watched directory. */
export type DiskEvent =
  | { op: "open"; file: string; path: string; create: boolean; empty: boolean }
  | { op: "create"; path: string }
  /** Without a position the write begins where the last one of the file ended. */
  | { op: "write"; file: string; position: number | null; bytes: Uint8Array }
  | { op: "truncate"; path: string; size: number }
  | { op: "sync"; file: string }
  | { op: "mkdir"; path: string }
  | { op: "rename"; from: string; to: string }
  | { op: "unlink"; path: string }
  | { op: "rmdir"; path: string }
  | { op: "rmtree"; path: string };

/** Encodes one event: two sizes, the event as JSON, and its bytes unless all are zero. */
export function encodeEvent(event: DiskEvent): Uint8Array {
  let bytes = event.op === "write" ? event.bytes : new Uint8Array();
  const zeros = bytes.every((byte) => byte === 0) ? bytes.length : undefined;
  if (zeros !== undefined) bytes = new Uint8Array();
  const text = new TextEncoder().encode(JSON.stringify({ ...event, bytes: undefined, zeros }));
  const encoded = new Uint8Array(8 + text.length + bytes.length);
  const sizes = new DataView(encoded.buffer);
  sizes.setUint32(0, text.length);
  sizes.setUint32(4, bytes.length);
  encoded.set(text, 8);
  encoded.set(bytes, 8 + text.length);
  return encoded;
}

/** Reads the events of a log, each with the position in bytes where it ends. */
export function* readEvents(path: string): Generator<{ event: DiskEvent; end: number }> {
  const log = fs.readFileSync(path);
  const sizes = new DataView(log.buffer, log.byteOffset, log.byteLength);
  for (let at = 0; at + 8 <= log.length; ) {
    const textEnd = at + 8 + sizes.getUint32(at);
    const end = textEnd + sizes.getUint32(at + 4);
    const { zeros, ...event } = JSON.parse(log.subarray(at + 8, textEnd).toString());
    const bytes = zeros === undefined ? log.subarray(textEnd, end) : new Uint8Array(zeros);
    yield { event: { ...event, ...(event.op === "write" && { bytes }) }, end };
    at = end;
  }
}

/** A change that was acknowledged to the caller when the log of the disk was `at` bytes long. */
export interface Acknowledged {
  at: number;
  /** `of` names it: a row or a table by its id or name, a file by its key. */
  what: { of: string } & (
    | { kind: "row"; name: string }
    | { kind: "deleted" }
    | { kind: "table"; rows: number }
    | { kind: "file"; bytes: string }
  );
}
