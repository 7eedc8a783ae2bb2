// @ts-check
// An attacker, in a separate process so that their work does not slow the measuring process. Takes
// an `Attack` (see abuses.ts) as a line of JSON on standard input, goes on until standard input
// ends, and prints how many requests were answered with which status.
//
// A real attacker has their own machine; this one shares the backend's. So it does little work:
// requests are bytes on plain sockets, made once when all are alike, and of an answer it looks only
// for the status and the end.
import { Buffer } from "node:buffer";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import net from "node:net";
import { setPriority } from "node:os";
import { createInterface } from "node:readline";

const input = createInterface({ input: process.stdin });
const [line] = await once(input, "line");
/** @type {import("./abuses.ts").Attack & { url: string }} */
const { url, requests, sockets } = JSON.parse(line);
const { hostname, port } = new URL(url);
/**
 * A different address from the measuring process, so that limits by address affect only the
 * attacker.
 */
const address = { host: hostname, port: Number(port), localAddress: "127.0.0.2" };
/**
 * How long a loop waits after a refusal, in milliseconds. A refused attacker may ask again as fast
 * as the network allows, and is refused again: any reachable server has that load.
 */
const pauseAfterRefusal = 50;

/**
 * The most bytes that pass between attacker and backend in a second: a gigabit's worth. On one
 * machine there is no network line that would limit them.
 */
const lineSpeed = 125_000_000;
const begun = performance.now();
let carried = 0;

/** Waits until such a line would have carried everything that was sent and received so far. */
async function lineIsFree() {
  const ahead = (1000 * carried) / lineSpeed - (performance.now() - begun);
  if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead));
}

// A low priority: the attacker gets the processor time that the backend and the measuring process
// leave.
setPriority(10);

/** @type {Record<string, number>} */
const outcomes = {};
let ended = false;
/** @type {Set<net.Socket>} */
const open = new Set();

/** @param {string} outcome */
function count(outcome) {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
}

let sent = Math.floor(Math.random() * 0x10000);

/**
 * Returns a function that makes the bytes of a request; it replaces `{n}` with the next of 65536
 * numbers, and `{uuid}` with a new UUID.
 * @param {string} text
 * @returns {() => Buffer}
 */
function bytesOf(text) {
  const fixed = Buffer.from(text);
  if (!/\{n\}|\{uuid\}/.test(text)) return () => fixed;
  return () => {
    sent = (sent + 1) % 0x10000;
    const number = sent.toString(16).padStart(4, "0");
    return Buffer.from(text.replaceAll("{n}", number).replaceAll("{uuid}", randomUUID()));
  };
}

/**
 * Waits for the whole answer to the request that was sent on a connection.
 * @param {net.Socket} socket
 * @returns {Promise<number>} its status; 0 when the connection ended first
 */
function answerOf(socket) {
  return new Promise((resolve) => {
    let status = 0;
    let head = "";
    /** Bytes of the body that are still to come; null while their number is unknown. */
    let left = /** @type {number | null} */ (null);
    let isChunked = false;
    let tail = "";
    /** @param {number} result */
    const settle = (result) => {
      socket.off("data", onData).off("close", onClose);
      resolve(result);
    };
    const onClose = () => settle(0);
    /** @param {Buffer} data */
    const onData = (data) => {
      let bytes = data.length;
      carried += bytes;
      if (status === 0) {
        head += data.toString("latin1");
        const end = head.indexOf("\r\n\r\n");
        if (end === -1) return;
        status = Number(head.slice(9, 12));
        bytes = head.length - end - 4;
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
        isChunked = length === undefined && /\r\ntransfer-encoding: chunked/i.test(head);
        left = Number(length ?? 0);
        tail = head.slice(end + 4);
      } else if (isChunked) tail = (tail + data.toString("latin1")).slice(-5);
      if (isChunked) {
        if (tail.endsWith("0\r\n\r\n")) settle(status);
        return;
      }
      left = (left ?? 0) - bytes;
      if (left <= 0) settle(status);
    };
    socket.on("data", onData).on("close", onClose);
  });
}

/** @param {() => Buffer} next */
async function repeat(next) {
  while (!ended) {
    const socket = net.connect(address).on("error", () => {});
    for (let answered = true; answered && !ended; ) {
      await lineIsFree();
      const answer = answerOf(socket);
      const bytes = next();
      carried += bytes.length;
      socket.write(bytes);
      const status = await answer;
      count(status === 0 ? "broken off" : String(status));
      if (status === 0 || status >= 400) {
        await new Promise((resolve) => setTimeout(resolve, pauseAfterRefusal));
      }
      answered = status !== 0;
    }
    socket.destroy();
  }
}

/**
 * @param {NonNullable<typeof sockets>} attack
 * @param {Buffer} bytes
 */
function hold(attack, bytes) {
  if (ended) return;
  const socket = net.connect(address, () => {
    open.add(socket);
    socket.write(bytes);
  });
  socket.on("error", () => {});
  if (attack.isDeaf) socket.pause();
  else socket.resume();
  socket.on("close", () => {
    open.delete(socket);
    count("closed");
    // A closed connection is opened again.
    setTimeout(() => hold(attack, bytes), 1000);
  });
}

if (requests) {
  const next = bytesOf(requests.text);
  for (let i = 0; i < requests.concurrency; i += 1) void repeat(next);
}
if (sockets) {
  const bytes = Buffer.from(sockets.head, "latin1");
  for (let i = 0; i < sockets.count; i += 1) hold(sockets, bytes);
}

input.on("close", () => {
  ended = true;
  process.stdout.write(`${JSON.stringify({ ...outcomes, held: open.size })}\n`, () => {
    process.exit(0);
  });
});
