import { createHash, randomUUID } from "node:crypto";
import { open, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import type { App } from "@supabase/lite";
import { createDirectory, renameDurably, writeFileWhole } from "../database/durable-files.ts";

/**
 * The files of storage, by bucket and key. What an upload was acknowledged for is durable and
 * complete, and a reader gets one upload as a whole: its bytes, and the label that came with them.
 */
export type StoredFiles = NonNullable<App["_storageAdapter"]>;

type FileMetadata = Awaited<ReturnType<StoredFiles["headObject"]>>;

/** The bytes of an upload. */
export type FileBody = Parameters<StoredFiles["uploadObject"]>[3];

/** There is no file of that name. */
export class FileMissing extends Error {
  constructor(bucket: string, key: string) {
    super(`There is no file ${bucket}/${key}.`);
  }
}

/** What is stored beside an object's bytes. */
type Label = Pick<FileMetadata, "mimetype" | "cacheControl" | "eTag"> & {
  /** The end of the name of the file with the bytes; older versions gave it none. */
  bytes?: string;
};

/** How often a read begins again because the object was replaced meanwhile. */
const MOST_ATTEMPTS = 10;

/**
 * Keeps the objects of storage as files below `root`. An object is its label, a file that is replaced
 * as a whole and names the file with the bytes: of uploads at the same time, one wins with both.
 */
export function storageFiles(root: string): StoredFiles {
  // Named by a hash, so that no key can act as a path, whatever it contains.
  const objectPath = (bucket: string, key: string) => {
    const name = createHash("sha256").update(`${bucket}\0${key}`).digest("hex");
    return join(root, name.slice(0, 2), name);
  };

  /**
   * Directories that exist or are being created: a second upload also waits until its directory is
   * durable.
   */
  const directories = new Map<string, Promise<void>>();
  const ensureDirectory = async (file: string) => {
    const path = dirname(file);
    const created = directories.get(path) ?? createDirectory(path, 0o700);
    directories.set(path, created);
    await created.catch((error) => {
      directories.delete(path);
      throw error;
    });
  };

  /** Reads an object's label, and its bytes by `read`. @throws FileMissing when there is no such object. */
  const withObject = async <T>(
    bucket: string,
    key: string,
    read: (bytes: string, label: Label) => Promise<T>,
  ): Promise<T> => {
    const file = objectPath(bucket, key);
    for (let attempt = 1; ; attempt += 1) {
      try {
        const label: Label = JSON.parse(await readFile(`${file}.json`, "utf8"));
        return await read(file + (label.bytes ?? ""), label);
      } catch (error) {
        if (!isMissing(error)) throw error;
        // The label of an object that is being replaced may name bytes that are gone.
        if (attempt === MOST_ATTEMPTS) throw new FileMissing(bucket, key);
      }
    }
  };

  /** The file with an object's bytes; undefined when there is no such object. */
  const currentBytes = (bucket: string, key: string) =>
    withObject(bucket, key, async (bytes) => bytes).catch((error) => {
      if (error instanceof FileMissing) return undefined;
      throw error;
    });

  const remove = async (bucket: string, key: string) => {
    const bytes = await currentBytes(bucket, key);
    await rm(`${objectPath(bucket, key)}.json`, { force: true });
    if (bytes) await rm(bytes, { force: true });
  };

  const getObject: StoredFiles["getObject"] = (bucket, key) =>
    withObject(bucket, key, async (bytes, label) => {
      const file = await open(bytes);
      const metadata = objectMetadata(await file.stat(), label);
      const body = Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>;
      return { httpStatusCode: 200, metadata, body };
    });

  const uploadObject = (async (bucket, key, _version, body, mimetype, cacheControl) => {
    const file = objectPath(bucket, key);
    await ensureDirectory(file);
    const draft = await writeDraft(file, body);
    const { size, mtime } = await stat(draft.path);
    const before = await currentBytes(bucket, key);
    const bytes = `.${randomUUID()}`;
    const label = { mimetype, cacheControl, eTag: `"${draft.hash}"`, bytes };
    await renameDurably(draft.path, file + bytes);
    await writeFileWhole(`${file}.json`, JSON.stringify(label));
    if (before) await rm(before, { force: true });
    return { ...objectMetadata({ size, mtime }, label), lastModified: mtime, httpStatusCode: 200 };
  }) satisfies StoredFiles["uploadObject"];

  return {
    driver: undefined,
    ...{ uploadObject, getObject },

    headObject: (bucket, key) =>
      withObject(bucket, key, async (bytes, label) => objectMetadata(await stat(bytes), label)),

    deleteObject: remove,

    async deleteObjects(bucket, keys) {
      for (const key of keys) await remove(bucket, key);
    },

    async copyObject(sourceBucket, source, version, bucket, key) {
      const { body, metadata } = await getObject(sourceBucket, source, version);
      const { mimetype, cacheControl } = metadata;
      const bytes = body as FileBody;
      return await uploadObject(bucket, key, version, bytes, mimetype, cacheControl);
    },

    privateAssetUrl: () => Promise.reject(new Error("Images are not transformed here.")),
  };
}

function objectMetadata(
  { size, mtime }: { size: number; mtime: Date },
  label: Label,
): FileMetadata {
  const { mimetype, cacheControl, eTag } = label;
  return { size, contentLength: size, lastModified: mtime, mimetype, cacheControl, eTag };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Writes the bytes to a file beside their place; a rename then puts them there as a whole. */
async function writeDraft(file: string, body: FileBody): Promise<{ path: string; hash: string }> {
  const path = `${file}.${randomUUID()}.tmp`;
  const hash = createHash("sha256");
  const draft = await open(path, "w", 0o600);
  try {
    // Every runtime of the backend can iterate over a stream; the browsers' types do not include that.
    const stream = body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>;
    for await (const chunk of body instanceof Uint8Array ? [body] : stream) {
      hash.update(chunk);
      await draft.writeFile(chunk);
    }
    await draft.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await draft.close();
  }
  return { path, hash: hash.digest("hex") };
}
