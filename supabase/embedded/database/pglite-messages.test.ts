import { expect, test } from "vitest";
import { FrontendMessages } from "./pglite-messages.ts";

function message(letter: string, body: string): number[] {
  const bytes = [...new TextEncoder().encode(body)];
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, 4 + bytes.length);
  return [...new TextEncoder().encode(letter), ...size, ...bytes];
}

/** Sends these bytes in pieces of that size; returns the complete requests. */
function sentIn(pieces: number, bytes: number[]): number[][] {
  const messages = new FrontendMessages();
  const taken: number[][] = [];
  for (let at = 0; at < bytes.length; at += pieces) {
    const piece = bytes.slice(at, at + pieces);
    messages.room.set(piece);
    const answered = messages.add(piece.length);
    if (answered) taken.push([...answered]);
  }
  return taken;
}

const startup = message("", "\0\x03\0\0user\0postgres\0\0");
const asked = [...message("P", "\0select $1\0\0\0"), ...message("B", "\0\0"), ...message("S", "")];
const query = message("Q", "select 1\0");

test.each([1, 7, 64, 10_000])(
  "messages that arrive in pieces of %i bytes are returned whole and once",
  (pieces) => {
    const taken = sentIn(pieces, [...startup, ...asked, ...query]);
    expect(taken.flat()).toEqual([...startup, ...asked, ...query]);
  },
);

test("messages without an answer wait for the next one with an answer", () => {
  expect(sentIn(1, [...startup, ...asked, ...query])).toEqual([startup, asked, query]);
});

test("a message that is longer than the buffer is returned whole", () => {
  const long = message("Q", "x".repeat(1_000_000));
  expect(sentIn(60_000, [...startup, ...long]).at(-1)?.length).toBe(long.length);
});
