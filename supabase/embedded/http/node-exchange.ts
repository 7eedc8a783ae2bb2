import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";

/** Answers a request of the client at that address. */
export type Handle = (request: Request, clientAddress: string) => Response | Promise<Response>;

/** How long a client may read nothing of the answer that is sent to it, in milliseconds. */
const READING_PATIENCE = 60_000;

/** How much of an unread body may still arrive after the answer: in bytes and in milliseconds. */
const UNREAD_LIMIT = 16 * 1024 * 1024;
const UNREAD_PATIENCE = 2000;

/**
 * Answers one request of node's HTTP server with `handle`. The request's signal aborts when the
 * client disconnects before it has the answer. An answer never reveals an internal error.
 */
export async function exchange(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  handle: Handle,
): Promise<void> {
  const disconnected = new AbortController();
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) disconnected.abort(disconnectError());
  });
  const request = readRequest(incoming, disconnected.signal);
  if (!request) {
    outgoing.writeHead(400, { connection: "close" }).end();
    return;
  }
  let response: Response;
  try {
    response = await handle(request, socketAddress(incoming));
  } catch (error) {
    if (!disconnected.signal.aborted) console.error("A request failed unexpectedly:", error);
    response = Response.json({ message: "Internal server error" }, { status: 500 });
  }
  await send(response, incoming, outgoing, disconnected.signal).catch(() => outgoing.destroy());
  if (!incoming.complete) discardRest(incoming);
}

/** Undefined for an invalid request: its target is no path and no http address, or its host is invalid. */
function readRequest(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const { method = "GET", url = "", headers, rawHeaders } = incoming;
  const target = url.startsWith("/") ? `http://${headers.host ?? "localhost"}${url}` : url;
  if (!/^https?:\/\//.test(target)) return undefined;
  try {
    const list: [string, string][] = [];
    for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
      list.push([rawHeaders[i] ?? "", rawHeaders[i + 1] ?? ""]);
    }
    const hasBody =
      method !== "GET" &&
      method !== "HEAD" &&
      (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0);
    return new Request(target, {
      method,
      headers: list,
      signal,
      ...(hasBody && { body: ReadableStream.from(readBody(incoming)) }),
    });
  } catch {
    return undefined;
  }
}

const disconnectError = () => new DOMException("The client went away", "AbortError");

/** The body as it arrives, received no faster than it is read. Ending early does not close the connection. */
async function* readBody(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* incoming.iterator({ destroyOnReturn: false });
  } catch {
    throw disconnectError();
  }
}

async function send(
  response: Response,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  disconnected: AbortSignal,
): Promise<void> {
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;
  outgoing.writeHead(response.status, headers);
  if (!response.body || incoming.method === "HEAD") {
    await response.body?.cancel();
    outgoing.end();
    return;
  }
  for await (const part of response.body) {
    if (outgoing.destroyed) throw disconnectError();
    if (!outgoing.write(part)) await untilDrained(outgoing, disconnected);
  }
  outgoing.end();
}

/**
 * Waits until the client has read what was sent.
 * @throws when the client disconnects, or reads nothing for too long.
 */
async function untilDrained(outgoing: ServerResponse, disconnected: AbortSignal): Promise<void> {
  const slow = new AbortController();
  const timer = setTimeout(() => slow.abort(), READING_PATIENCE);
  const signal = AbortSignal.any([disconnected, slow.signal]);
  await once(outgoing, "drain", { signal }).finally(() => clearTimeout(timer));
}

/**
 * Reads and discards for a while what a client still sends after its answer: if the connection were
 * closed while the client sends, the answer would be lost.
 */
function discardRest(incoming: IncomingMessage): void {
  const { socket } = incoming;
  let left = UNREAD_LIMIT;
  const timer = setTimeout(() => socket.destroy(), UNREAD_PATIENCE);
  const stop = () => clearTimeout(timer);
  // The listener that passes the body on would keep it from flowing.
  incoming.removeAllListeners("readable");
  incoming.on("data", (chunk: Uint8Array) => {
    left -= chunk.byteLength;
    if (left < 0) socket.destroy();
  });
  incoming.once("end", stop);
  incoming.once("close", stop);
  incoming.resume();
}

/** The address of the socket on which a request came; an IPv4 address as such. */
export function socketAddress(incoming: IncomingMessage): string {
  return (incoming.socket.remoteAddress ?? "").replace(/^::ffff:(?=\d+\.)/, "");
}
