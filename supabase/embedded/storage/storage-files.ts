import { createHash, randomUUID } from "node:crypto";
import { open, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { App } from "@supabase/lite";
import { createDirectory, renameDurably, writeFileWhole } from "../database/durable-files.ts";

type StorageAdapter = NonNullable<App["_storageAdapter"]>;
type Metadata = Awaited<ReturnType<StorageAdapter["headObject"]>>;
type Upload = Parameters<StorageAdapter["uploadObject"]>[3];

/** What is stored beside an object's bytes. */
type Label = Pick<Metadata, "mimetype" | "cacheControl" | "eTag">;

/**
 * Keeps the objects of storage as files below `root`. A file is named by the hash of its bucket and
 * key, so that no key can act as a path, whatever it contains.
 */
export function storageFiles(root: string): StorageAdapter {
  const fileOf = (bucket: string, key: string) => {
    const name = createHash("sha256").update(`${bucket}\0${key}`).digest("hex");
    return join(root, name.slice(0, 2), name);
  };

  /**
   * Directories that exist or are being created: a second upload also waits until its directory is
   * durable.
   */
  const directories = new Map<string, Promise<void>>();
  const directoryOf = async (file: string) => {
    const path = dirname(file);
    const created = directories.get(path) ?? createDirectory(path, 0o700);
    directories.set(path, created);
    await created.catch((error) => {
      directories.delete(path);
      throw error;
    });
  };

  const describe = async (file: string): Promise<Metadata> => {
    const [{ size, mtime }, label] = await Promise.all([
      stat(file),
      readFile(`${file}.json`, "utf8"),
    ]);
    const { mimetype, cacheControl, eTag }: Label = JSON.parse(label);
    return { size, contentLength: size, lastModified: mtime, mimetype, cacheControl, eTag };
  };

  const remove = async (bucket: string, key: string) => {
    const file = fileOf(bucket, key);
    await rm(file, { force: true });
    await rm(`${file}.json`, { force: true });
  };

  return {
    driver: undefined,

    async uploadObject(bucket, key, _version, body, mimetype, cacheControl) {
      const file = fileOf(bucket, key);
      await directoryOf(file);
      const draft = await writeDraft(file, body);
      const label: Label = { mimetype, cacheControl, eTag: `"${draft.hash}"` };
      await writeFileWhole(`${file}.json`, JSON.stringify(label));
      await renameDurably(draft.path, file);
      return { ...(await describe(file)), httpStatusCode: 200 };
    },

    async getObject(bucket, key) {
      const file = fileOf(bucket, key);
      const metadata = await describe(file);
      const { readable } = await Deno.open(file);
      return { httpStatusCode: 200, metadata, body: readable };
    },

    headObject: (bucket, key) => describe(fileOf(bucket, key)),

    deleteObject: (bucket, key) => remove(bucket, key),

    async deleteObjects(bucket, keys) {
      for (const key of keys) await remove(bucket, key);
    },

    async copyObject(sourceBucket, source, _version, bucket, key) {
      const from = fileOf(sourceBucket, source);
      const to = fileOf(bucket, key);
      const { readable } = await Deno.open(from);
      await directoryOf(to);
      const draft = await writeDraft(to, readable);
      await writeFileWhole(`${to}.json`, await readFile(`${from}.json`, "utf8"));
      await renameDurably(draft.path, to);
      const { eTag, lastModified } = await describe(to);
      return { httpStatusCode: 200, eTag, ...(lastModified && { lastModified }) };
    },

    privateAssetUrl: () => Promise.reject(new Error("Images are not transformed here.")),
  };
}

/** Writes the bytes to a file beside their place; a rename then puts them there as a whole. */
async function writeDraft(file: string, body: Upload): Promise<{ path: string; hash: string }> {
  const path = `${file}.${randomUUID()}.tmp`;
  const hash = createHash("sha256");
  const draft = await open(path, "w", 0o600);
  try {
    for await (const chunk of body instanceof Uint8Array ? [body] : body) {
      hash.update(chunk);
      await draft.write(chunk);
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
