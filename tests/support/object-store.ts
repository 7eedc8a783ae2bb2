import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import type { S3Settings } from "#supabase/embedded/storage/shared-storage.ts";

/** An object store on the loopback, with one bucket; stopping it removes everything. */
export type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>;

/**
 * Starts a server of S3's protocol that checks signatures: s3rver, of all that npm has the one that is
 * kept, does so, and runs on this Node. In front of it stands what s3rver lacks and every object
 * store has: an object is replaced as a whole, and only if its bytes are those that were signed.
 */
export async function startObjectStore() {
  const directory = await mkdtemp(join(tmpdir(), "field-agents-objects-"));
  const bucket = "field-agents";
  const store = new S3rver({
    ...{ address: "127.0.0.1", port: 0, silent: true, vhostBuckets: false },
    ...{ directory, configureBuckets: [{ name: bucket, configs: [] }] },
  });
  const { port } = await store.run();
  let line: Promise<unknown> = Promise.resolve();

  const front = createServer(async (incoming, outgoing) => {
    const body = await wholeBody(incoming).catch(() => null);
    if (body === null) return;
    const { authorization, "x-amz-content-sha256": signed } = incoming.headers;
    if (!authorization || signed !== createHash("sha256").update(body).digest("hex")) {
      outgoing.writeHead(403).end();
      return;
    }
    const answered = line.then(() => passOn(port, incoming, body, outgoing));
    line = answered.catch(() => outgoing.destroy());
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  const settings: S3Settings = {
    endpoint: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    ...{ bucket, region: "us-east-1", prefix: "company/" },
    // The account that s3rver has.
    ...{ accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
  };
  return {
    settings,
    async stop() {
      front.closeAllConnections();
      front.close();
      await store.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** @throws when the request breaks off */
async function wholeBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Sends a request on as it is, signature and host included, and its answer back. */
async function passOn(
  port: number,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<void> {
  const sent = request({ host: "127.0.0.1", port, method, path: url, headers });
  sent.end(body);
  const [reply]: IncomingMessage[] = await once(sent, "response");
  if (!reply) return;
  const answer = method === "HEAD" ? Buffer.alloc(0) : await wholeBody(reply);
  reply.resume();
  outgoing.writeHead(reply.statusCode ?? 500, reply.headers).end(answer);
}
