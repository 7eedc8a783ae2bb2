import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileName } from "./file-name.ts";
import { bodyOf, openS3Bucket, type S3Body, type S3Bucket } from "./s3-bucket.ts";
import type { S3Settings } from "./shared-storage.ts";
import {
  chunksOf,
  type FileBody,
  type FileMetadata,
  FileMissing,
  type FileStore,
  type StoredFiles,
} from "./stored-files.ts";

/** Where the SHA-256 of an object's bytes is kept: what the store itself says is no such thing. */
const HASH_HEADER = "x-amz-meta-sha256";
const MARKER = "root";

/** The store in a bucket. Each root is a part of the objects' names. */
export function s3Store(settings: S3Settings): FileStore {
  const bucket = openS3Bucket(settings);
  const nameOf = (root: string) => `${settings.prefix}${root}/`;
  return {
    name: `the bucket ${settings.bucket} (STORAGE_S3_BUCKET, STORAGE_S3_PREFIX)`,
    async begin() {
      const root = randomUUID();
      await bucket.put(`${nameOf(root)}${MARKER}`, bodyOf(new TextEncoder().encode(root)), {});
      return root;
    },
    async has(root) {
      const marker = await bucket.read("HEAD", `${nameOf(root)}${MARKER}`);
      await marker?.body?.cancel();
      return marker !== null;
    },
    files: (root) => s3Files(bucket, nameOf(root)),
    async remove(root) {
      // The marker last: while there is any file, the root is known.
      for await (const name of bucket.list(nameOf(root))) {
        if (name !== `${nameOf(root)}${MARKER}`) await bucket.remove(name);
      }
      await bucket.remove(`${nameOf(root)}${MARKER}`);
    },
  };
}

/** Keeps the objects of storage as objects of a bucket whose names begin with `root`. */
function s3Files(bucket: S3Bucket, root: string): StoredFiles {
  const nameOf = (of: string, key: string) => root + fileName(of, key);

  const found = async (method: "GET" | "HEAD", of: string, key: string) => {
    const reply = await bucket.read(method, nameOf(of, key));
    if (!reply) throw new FileMissing(of, key);
    return reply;
  };
  const describe = async (of: string, key: string) => {
    const reply = await found("HEAD", of, key);
    await reply.body?.cancel();
    return metadataOf(reply.headers);
  };

  return {
    driver: undefined,

    async uploadObject(of, key, _version, body, mimetype, cacheControl) {
      await using kept = await keep(body);
      const { size, sha256 } = kept;
      await bucket.put(nameOf(of, key), kept, {
        "content-type": mimetype,
        "cache-control": cacheControl,
        [HASH_HEADER]: sha256,
      });
      return {
        ...{ size, contentLength: size, lastModified: new Date(), mimetype, cacheControl },
        ...{ eTag: `"${sha256}"`, httpStatusCode: 200 },
      };
    },

    async getObject(of, key) {
      const reply = await found("GET", of, key);
      const body = reply.body ?? new Blob().stream();
      return { httpStatusCode: 200, metadata: metadataOf(reply.headers), body };
    },

    headObject: describe,

    deleteObject: (of, key) => bucket.remove(nameOf(of, key)),

    async deleteObjects(of, keys) {
      for (const key of keys) await bucket.remove(nameOf(of, key));
    },

    async copyObject(sourceBucket, source, _version, to, key) {
      if (!(await bucket.copy(nameOf(sourceBucket, source), nameOf(to, key)))) {
        throw new FileMissing(sourceBucket, source);
      }
      const { eTag, lastModified } = await describe(to, key);
      return { httpStatusCode: 200, eTag, ...(lastModified && { lastModified }) };
    },

    privateAssetUrl: () => Promise.reject(new Error("Images are not transformed here.")),
  };
}

function metadataOf(headers: Headers): FileMetadata {
  const size = Number(headers.get("content-length"));
  return {
    ...{ size, contentLength: size, lastModified: new Date(headers.get("last-modified") ?? 0) },
    mimetype: headers.get("content-type") ?? "application/octet-stream",
    cacheControl: headers.get("cache-control") ?? "no-cache",
    eTag: `"${headers.get(HASH_HEADER)}"`,
  };
}

/**
 * Keeps a stream in a temporary file, because a store wants to know its length and hash before the
 * first byte; an upload that breaks off has sent nothing then.
 */
async function keep(body: FileBody): Promise<S3Body & AsyncDisposable> {
  if (body instanceof Uint8Array) return { ...bodyOf(body), [Symbol.asyncDispose]: async () => {} };
  const directory = await mkdtemp(join(tmpdir(), "field-agents-upload-"));
  const remove = () => rm(directory, { recursive: true, force: true });
  const path = join(directory, "bytes");
  const hash = createHash("sha256");
  let size = 0;
  try {
    const file = await open(path, "w", 0o600);
    try {
      for await (const chunk of chunksOf(body)) {
        hash.update(chunk);
        size += chunk.length;
        await file.writeFile(chunk);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    ...{ size, sha256: hash.digest("hex"), stream: () => createReadStream(path) },
    [Symbol.asyncDispose]: remove,
  };
}
