import { createHash } from "node:crypto";
import { request as requestByHttp } from "node:http";
import { request as requestByHttps } from "node:https";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { AwsClient } from "aws4fetch";
import type { S3Settings } from "./shared-storage.ts";

/** Bytes that are sent, possibly more than once: their number and SHA-256 are known before. */
export interface S3Body {
  size: number;
  /** In hexadecimal digits. */
  sha256: string;
  stream(): Readable;
}

/** The store could not be reached, or refused a request. */
class S3Failure extends Error {
  /** HTTP status; undefined when there was no answer. */
  readonly status: number | undefined;

  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** How often a request is sent again that the store could not answer (5xx, 429, no connection). */
const RETRIES = 3;
const FIRST_PAUSE = 100;
/** How long the store may be silent, in milliseconds. */
const PATIENCE = 30_000;

/** The objects of one bucket, by their names, in an object store that speaks S3's protocol. */
export interface S3Bucket {
  /** Puts an object in its place once all its bytes are stored. @throws S3Failure */
  put(name: string, body: S3Body, headers: Readonly<Record<string, string>>): Promise<void>;
  /** Null when there is no such object. @throws S3Failure */
  read(method: "GET" | "HEAD", name: string): Promise<Response | null>;
  /** False when there is no such object. @throws S3Failure */
  copy(from: string, to: string): Promise<boolean>;
  /** Does nothing when there is no such object. @throws S3Failure */
  remove(name: string): Promise<void>;
  /** The names that begin with `beginning`. @throws S3Failure */
  list(beginning: string): AsyncGenerator<string>;
}

/**
 * Requests to a bucket, addressed by path, with signatures of version 4 that include the bytes.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function openS3Bucket(settings: S3Settings): S3Bucket {
  const { accessKeyId, secretAccessKey, region, endpoint, bucket } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });
  // Names are of letters, digits, `-`, `.` and `/`, which no part of an address changes.
  const addressOf = (name: string) => `${endpoint}/${bucket}/${name}`;

  const ask = (method: string, address: string, headers: Record<string, string> = {}) =>
    insist(endpoint, async () => {
      const signed = await client.sign(address, {
        method,
        headers: { ...headers, "x-amz-content-sha256": SHA256_OF_NOTHING },
      });
      const silence = new AbortController();
      const timer = setTimeout(() => silence.abort(new Error("no answer")), PATIENCE);
      return await fetch(signed, { signal: silence.signal }).finally(() => clearTimeout(timer));
    });

  return {
    async put(name, body, headers) {
      const reply = await insist(endpoint, async () => {
        const { headers: signed } = await client.sign(addressOf(name), {
          method: "PUT",
          headers: { ...headers, "x-amz-content-sha256": body.sha256 },
        });
        return await send(addressOf(name), Object.fromEntries(signed), body);
      });
      if (!reply.ok) throw await refusal(reply, `PUT ${name}`);
    },

    async read(method, name) {
      const reply = await ask(method, addressOf(name));
      if (reply.ok) return reply;
      // Without the right to list, a store answers 403 for what is not there: that is no answer.
      if (reply.status !== 404) throw await refusal(reply, `${method} ${name}`);
      await reply.body?.cancel();
      return null;
    },

    async copy(from, to) {
      const reply = await ask("PUT", addressOf(to), { "x-amz-copy-source": `/${bucket}/${from}` });
      const content = await reply.text();
      if (reply.status === 404) return false;
      // A copy that fails after the answer has begun is reported inside it.
      if (reply.ok && content.includes("<CopyObjectResult")) return true;
      throw await refusal(new Response(content, reply), `COPY ${from}`);
    },

    async remove(name) {
      const reply = await ask("DELETE", addressOf(name));
      if (!reply.ok && reply.status !== 404) throw await refusal(reply, `DELETE ${name}`);
      await reply.body?.cancel();
    },

    async *list(beginning) {
      let next: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2", prefix: beginning });
        if (next !== undefined) query.set("continuation-token", next);
        const reply = await ask("GET", `${endpoint}/${bucket}?${query}`);
        if (!reply.ok) throw await refusal(reply, "LIST");
        const page = await reply.text();
        for (const [, name = ""] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) yield name;
        next = /<NextContinuationToken>([^<]*)</.exec(page)?.[1];
      } while (next !== undefined);
    },
  };
}

/** Sends a request until the store can answer it, or for the last time. */
async function insist(endpoint: string, sendOnce: () => Promise<Response>): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt === RETRIES;
    try {
      const reply = await sendOnce();
      if (isLast || (reply.status < 500 && reply.status !== 429)) return reply;
      await reply.body?.cancel();
    } catch (error) {
      const reason = error instanceof Error ? error.message : error;
      if (isLast) throw new S3Failure(`The object store ${endpoint} cannot be reached: ${reason}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE * 2 ** attempt));
  }
}

async function refusal(reply: Response, what: string): Promise<S3Failure> {
  const code = /<Code>([^<]*)<\/Code>/.exec(await reply.text())?.[1];
  const why = code ? `${reply.status} (${code})` : reply.status;
  return new S3Failure(`The object store answers ${why} to ${what}.`, reply.status);
}

const SHA256_OF_NOTHING = createHash("sha256").digest("hex");

/**
 * Sends the bytes of an object, one after the other. Not by `fetch`, which gives no length of what it
 * streams: object stores refuse that.
 */
async function send(
  address: string,
  headers: Record<string, string>,
  body: S3Body,
): Promise<Response> {
  const begin = address.startsWith("https:") ? requestByHttps : requestByHttp;
  return await new Promise((resolve, reject) => {
    const request = begin(
      address,
      { method: "PUT", headers: { ...headers, "content-length": String(body.size) } },
      (reply) => {
        text(reply)
          .then((content) => resolve(new Response(content, { status: reply.statusCode ?? 500 })))
          .catch(reject);
      },
    );
    request.setTimeout(PATIENCE, () => request.destroy(new Error("no answer")));
    // A store that refuses may answer before it has read everything.
    pipeline(body.stream(), request).catch(reject);
  });
}

/** Bytes in memory as what can be sent. */
export function bodyOf(bytes: Uint8Array): S3Body {
  return {
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    stream: () => Readable.from([bytes]),
  };
}
