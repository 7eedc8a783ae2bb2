import { createHash } from "node:crypto";
import { request as requestByHttp } from "node:http";
import { request as requestByHttps } from "node:https";
import { Readable } from "node:stream";
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

/** The store refused a request, or its answer could not be understood. */
export class S3Failure extends Error {
  readonly status: number;

  constructor(status: number, what: string) {
    super(`The object store answers ${status} to ${what}.`);
    this.status = status;
  }
}

/** How often a request is sent again that the store could not answer (5xx, 429, no connection). */
const RETRIES = 3;
const FIRST_PAUSE = 100;

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
  const client = new AwsClient({
    ...{ accessKeyId, secretAccessKey, region, service: "s3" },
    ...{ retries: RETRIES, initRetryMs: FIRST_PAUSE },
  });
  // Names are of letters, digits, `-`, `.` and `/`, which no part of an address changes.
  const addressOf = (name: string) => `${endpoint}/${bucket}/${name}`;
  const ask = async (method: string, address: string, headers: Record<string, string> = {}) =>
    await client.fetch(address, {
      method,
      headers: { ...headers, "x-amz-content-sha256": SHA256_OF_NOTHING },
    });

  return {
    async put(name, body, headers) {
      for (let attempt = 0; ; attempt += 1) {
        const { headers: signed } = await client.sign(addressOf(name), {
          method: "PUT",
          headers: { ...headers, "x-amz-content-sha256": body.sha256 },
        });
        const status = await send(addressOf(name), Object.fromEntries(signed), body).catch(
          (error) => {
            if (attempt === RETRIES) throw error;
            return 503;
          },
        );
        if (status === 200) return;
        if (attempt === RETRIES || (status < 500 && status !== 429)) {
          throw new S3Failure(status, `PUT ${name}`);
        }
        await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE * 2 ** attempt));
      }
    },

    async read(method, name) {
      const reply = await ask(method, addressOf(name));
      if (reply.ok) return reply;
      await reply.body?.cancel();
      // Without the right to list, a store answers 403 for what is not there: that is no answer.
      if (reply.status === 404) return null;
      throw new S3Failure(reply.status, `${method} ${name}`);
    },

    async copy(from, to) {
      const reply = await ask("PUT", addressOf(to), { "x-amz-copy-source": `/${bucket}/${from}` });
      const text = await reply.text();
      if (reply.status === 404) return false;
      // A copy that fails after the answer has begun is reported inside it.
      if (reply.ok && text.includes("<CopyObjectResult")) return true;
      throw new S3Failure(reply.status, `COPY ${from}`);
    },

    async remove(name) {
      const reply = await ask("DELETE", addressOf(name));
      await reply.body?.cancel();
      if (!reply.ok && reply.status !== 404) throw new S3Failure(reply.status, `DELETE ${name}`);
    },

    async *list(beginning) {
      let next: string | undefined;
      do {
        const query = new URLSearchParams({ "list-type": "2", prefix: beginning });
        if (next !== undefined) query.set("continuation-token", next);
        const reply = await ask("GET", `${endpoint}/${bucket}?${query}`);
        const text = await reply.text();
        if (!reply.ok) throw new S3Failure(reply.status, "LIST");
        for (const [, name = ""] of text.matchAll(/<Key>([^<]*)<\/Key>/g)) yield name;
        next = /<NextContinuationToken>([^<]*)</.exec(text)?.[1];
      } while (next !== undefined);
    },
  };
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
): Promise<number> {
  const begin = address.startsWith("https:") ? requestByHttps : requestByHttp;
  return await new Promise((resolve, reject) => {
    const request = begin(
      address,
      { method: "PUT", headers: { ...headers, "content-length": String(body.size) } },
      (reply) => {
        reply.on("error", reject);
        reply.on("end", () => resolve(reply.statusCode ?? 0));
        reply.resume();
      },
    );
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
