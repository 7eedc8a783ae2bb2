import { lookup } from "node:dns/promises";
import { connect } from "node:tls";
import ipaddr from "ipaddr.js";
import { storableText } from "../_shared/request/storable-text.ts";

/** What a receiver answered; the status is null where nothing was answered. */
export interface WebhookAnswer {
  status: number | null;
  /** The beginning of what it said, or why it could not be asked. */
  text: string;
}

/** How long a receiver may take, in milliseconds. */
const PATIENCE_MS = 15_000;
/** How much of an answer is kept, in characters. */
const ANSWER_LIMIT = 2_000;
/** How much is read besides, for its headers, in characters. */
const HEAD_LIMIT = 16_000;

/**
 * Whether an address is one of the public Internet, of either version: not private, loopback, link-local
 * or reserved, and none that stands for such a one.
 * @param networks those that the operator allows besides, like `10.0.0.0/8`
 */
export function isAllowed(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address that is written as one of IPv6 counts as what it is.
  const parsed = ipaddr.process(address);
  if (parsed.range() === "unicast") return true;
  return networks.some((network) => {
    const range = ipaddr.parseCIDR(network);
    return range[0].kind() === parsed.kind() && parsed.match(range);
  });
}

/**
 * Sends a signed message to a receiver. The name is resolved once, and the connection is made to the address
 * that was found allowed. A redirect is not followed: it counts as a failure. HTTP is spoken here, because
 * the Deno of hosted projects has no request that goes to an address and asks for a name.
 */
export async function sendWebhook(
  url: string,
  headers: Record<string, string>,
  body: string,
  networks: readonly string[],
): Promise<WebhookAnswer> {
  const failed = (text: string): WebhookAnswer => ({ status: null, text });
  const target = URL.parse(url);
  if (target?.protocol !== "https:") return failed("The address is not https.");
  const host = target.hostname.replace(/^\[|\]$/g, "");
  const isName = !ipaddr.isValid(host);
  const found = isName
    ? await lookup(host, { all: true }).catch(({ message }: Error) => message)
    : [{ address: host, family: 0 }];
  if (typeof found === "string") return failed(found);
  const address = (found.find(({ family }) => family === 4) ?? found[0])?.address;
  if (address === undefined || !found.every((each) => isAllowed(each.address, networks))) {
    return failed("The address is not one of the public Internet.");
  }
  const sent = { ...headers, "Content-Length": String(new TextEncoder().encode(body).length) };
  const lines = [
    `POST ${target.pathname}${target.search} HTTP/1.1`,
    ...Object.entries({ Host: target.host, Connection: "close", ...sent }).map((e) => e.join(": ")),
  ];
  return await new Promise((resolve) => {
    const port = Number(target.port || 443);
    const socket = connect({ host: address, port, ...(isName && { servername: host }) });
    let answer = "";
    let why = "The receiver closed the connection without an answer.";
    const timer = setTimeout(() => socket.destroy(new Error("It took too long.")), PATIENCE_MS);
    socket.setEncoding("utf8");
    socket.on("data", (part: string) => {
      answer += part;
      if (answer.length > ANSWER_LIMIT + HEAD_LIMIT) socket.destroy();
    });
    socket.on("error", ({ message }) => {
      why = message;
    });
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(readAnswer(answer) ?? failed(why));
    });
    socket.on("secureConnect", () => socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`));
  });
}

/** What an answer of HTTP says; null while its head is not there as a whole. */
function readAnswer(answer: string): WebhookAnswer | null {
  const end = answer.indexOf("\r\n\r\n");
  const status = Number(/^HTTP\/1\.\d (\d{3})\b/.exec(answer)?.[1]);
  if (end < 0 || !status) return null;
  const rest = answer.slice(end + 4);
  // An interim answer comes before the real one.
  if (status < 200) return readAnswer(rest);
  const isChunked = /^transfer-encoding:.*chunked/im.test(answer.slice(0, end));
  const text = isChunked ? rest.replaceAll(/(^|\r\n)[0-9a-f]+\r\n(\r\n$)?/gi, "") : rest;
  return { status, text: storableText(text, ANSWER_LIMIT) };
}
