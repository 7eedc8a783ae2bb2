// @ts-check
// One person who means harm, in a process of their own, so that what they do costs the measuring
// process nothing. Takes an `Attack` (see abuses.ts) as a line of JSON on standard input, goes on
// until standard input ends, and prints how many requests were answered with which status.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { createInterface } from "node:readline";

const input = createInterface({ input: process.stdin });
const [line] = await once(input, "line");
/** @type {import("./abuses.ts").Attack & { url: string }} */
const { url, requests, sockets } = JSON.parse(line);
const { hostname, port } = new URL(url);
/** Not the address that others measure from: what is limited by address is limited for this one. */
const localAddress = "127.0.0.2";
/** What a loop waits after a refusal, in milliseconds: a flood of refusals is the machine's own load. */
const pauseAfterRefusal = 50;

/** @type {Record<string, number>} */
const outcomes = {};
let ended = false;
/** @type {Set<net.Socket>} */
const open = new Set();

/** @param {string} outcome */
function count(outcome) {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
}

/**
 * Sends a request and reads its answer to the end.
 * @param {NonNullable<typeof requests>} request
 * @param {http.Agent} agent
 */
async function send({ method, path, headers, body = "" }, agent) {
  const payload = Buffer.from(body);
  const request = http.request({
    ...{ hostname, port, path, method, agent, localAddress },
    headers: {
      ...headers,
      "idempotency-key": randomUUID(),
      ...(payload.length > 0 && { "content-length": payload.length }),
    },
  });
  try {
    request.end(payload);
    const [reply] = await once(request, "response");
    for await (const _ of reply);
    count(String(reply.statusCode));
    return reply.statusCode < 400;
  } catch {
    request.destroy();
    count("broken off");
    return false;
  }
}

/** @param {NonNullable<typeof requests>} request */
async function repeat(request) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  while (!ended) {
    const served = await send(request, agent);
    if (!served) await new Promise((resolve) => setTimeout(resolve, pauseAfterRefusal));
  }
}

/** @param {NonNullable<typeof sockets>} attack */
function hold({ head, fillBytes = 0, dripEveryMs }) {
  if (ended) return;
  const socket = net.connect({ host: hostname, port: Number(port), localAddress }, () => {
    open.add(socket);
    socket.write(head);
    if (fillBytes > 0) socket.write(Buffer.alloc(fillBytes, "a "));
  });
  const drip = dripEveryMs && setInterval(() => socket.write("a"), dripEveryMs);
  socket.on("error", () => {}).resume();
  socket.on("close", () => {
    clearInterval(drip);
    open.delete(socket);
    count("closed");
    // Whoever is shut out comes again.
    setTimeout(() => hold(/** @type {NonNullable<typeof sockets>} */ (sockets)), 1000);
  });
}

if (requests) for (let i = 0; i < requests.concurrency; i += 1) void repeat(requests);
if (sockets) for (let i = 0; i < sockets.count; i += 1) hold(sockets);

input.on("close", () => {
  ended = true;
  process.stdout.write(`${JSON.stringify({ ...outcomes, held: open.size })}\n`, () => {
    process.exit(0);
  });
});
