// @ts-check
// One person who means harm, in a process of their own, so that what they do costs the measuring
// process nothing. Takes an `Attack` (see abuses.ts) as a line of JSON on standard input, goes on
// until standard input ends, and prints how many requests were answered with which status.
//
// An attacker has a machine of their own; this one computes on the backend's. So it is cheap: requests
// are bytes on plain sockets, made once where each is like the other, and of answers only the
// status and the end are looked for.
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
/** Not the address that others measure from: what is limited by address is limited for this one. */
const address = { host: hostname, port: Number(port), localAddress: "127.0.0.2" };
/**
 * What a loop waits after a refusal, in milliseconds. Whoever is refused may ask again as fast as the
 * network lets them, and is refused again: that is the load of any server that can be reached.
 */
const pauseAfterRefusal = 50;

/**
 * What passes between an attacker and the backend in a second at most, in bytes: a gigabit's worth. On
 * one machine there is no line between them that would keep them to it.
 */
const lineSpeed = 125_000_000;
const begun = performance.now();
let carried = 0;

/** Waits until the line would have carried what was sent and received so far. */
async function lineIsFree() {
  const ahead = (1000 * carried) / lineSpeed - (performance.now() - begun);
  if (ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead));
}

// It gets what the backend and whoever measures leave of the machine.
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
 * The bytes of a request, which may hold `{n}`, each time another one of 65536 numbers, and `{uuid}`.
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
    /** Bytes of the body that are still to come; null while that is not known. */
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
  const { dripEveryMs } = attack;
  const socket = net.connect(address, () => {
    open.add(socket);
    socket.write(bytes);
  });
  const drip = dripEveryMs && setInterval(() => socket.write("a"), dripEveryMs);
  socket.on("error", () => {});
  if (attack.isDeaf) socket.pause();
  else socket.resume();
  socket.on("close", () => {
    clearInterval(drip);
    open.delete(socket);
    count("closed");
    // Whoever is shut out comes again.
    setTimeout(() => hold(attack, bytes), 1000);
  });
}

if (requests) {
  const next = bytesOf(requests.text);
  for (let i = 0; i < requests.concurrency; i += 1) void repeat(next);
}
if (sockets) {
  const fill = Buffer.alloc(sockets.fillBytes ?? 0, "a ");
  const bytes = Buffer.concat([Buffer.from(sockets.head), fill]);
  for (let i = 0; i < sockets.count; i += 1) hold(sockets, bytes);
}

input.on("close", () => {
  ended = true;
  process.stdout.write(`${JSON.stringify({ ...outcomes, held: open.size })}\n`, () => {
    process.exit(0);
  });
});
