import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ObjectStore, startObjectStore } from "#tests/support/object-store.ts";
import { answerRange } from "./byte-range.ts";
import { ownDirectory, sharedDirectory } from "./directory-store.ts";
import { s3Store } from "./s3-store.ts";
import { type FileBody, FileMissing, type FileStore, type StoredFiles } from "./stored-files.ts";

let directory: string;
let objects: ObjectStore;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "field-agents-stores-"));
  objects = await startObjectStore();
});
afterAll(async () => {
  await objects.stop();
  await rm(directory, { recursive: true, force: true });
});

const BUCKET = "knowledge-base";
const text = (words: string) => new TextEncoder().encode(words);
const etagOf = (bytes: Uint8Array) => `"${createHash("sha256").update(bytes).digest("hex")}"`;

/** A stream of `count` chunks; `broken` says after how many it fails. */
function stream(count: number, chunk: Uint8Array, broken = Number.POSITIVE_INFINITY): FileBody {
  let sent = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === broken) return controller.error(new Error("the upload broke off"));
      if (sent === count) return controller.close();
      sent += 1;
      controller.enqueue(chunk);
    },
  }) as FileBody;
}

const put = (files: StoredFiles, key: string, body: FileBody, type = "text/plain") =>
  files.uploadObject(BUCKET, key, undefined, body, type, "max-age=60");

/** The object as a whole. @throws as `getObject` does */
async function get(files: StoredFiles, key: string) {
  const { metadata, body } = await files.getObject(BUCKET, key, undefined);
  return { metadata, bytes: await new Response(body as BodyInit).bytes() };
}

const STORES: Record<string, () => FileStore> = {
  "the data directory": () => ownDirectory(join(directory, "own")),
  "a shared directory": () => sharedDirectory(join(directory, "shared")),
  "an object store": () => s3Store(objects.settings),
};

describe.for(Object.keys(STORES))("%s", (name) => {
  let store: FileStore;
  let root: string;
  let files: StoredFiles;
  beforeAll(async () => {
    store = STORES[name]?.() as FileStore;
    root = await store.begin();
    files = store.files(root);
  });

  test("gives back what was put, with its type and a hash of its bytes", async () => {
    const bytes = text("Drain the trap first.");
    const key = "company/../häuser & more/a?b#c%20d.txt";
    const given = await put(files, key, bytes, "text/plain;charset=utf-8");
    const expected = {
      ...{ size: bytes.length, contentLength: bytes.length, eTag: etagOf(bytes) },
      ...{ mimetype: "text/plain;charset=utf-8", cacheControl: "max-age=60" },
    };
    expect(given).toMatchObject(expected);
    const got = await get(files, key);
    expect(got.bytes).toEqual(bytes);
    expect(got.metadata).toMatchObject(expected);
    expect(await files.headObject(BUCKET, key, undefined)).toMatchObject(expected);
    // Another store over the same place, as another server has.
    const other = STORES[name]?.().files(root) as StoredFiles;
    expect((await get(other, key)).bytes).toEqual(bytes);
  });

  test("keeps an empty file", async () => {
    await put(files, "empty", new Uint8Array());
    expect((await get(files, "empty")).bytes).toHaveLength(0);
  });

  test("gives a range of bytes", async () => {
    await put(files, "range", text("0123456789"));
    const { metadata, body } = await files.getObject(BUCKET, "range", undefined);
    const headers = { "content-length": String(metadata.size), etag: metadata.eTag };
    const part = answerRange(
      new Request("http://backend.test/", { headers: { range: "bytes=3-5" } }),
      new Response(body as BodyInit, { headers }),
    );
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe("bytes 3-5/10");
    expect(await part.text()).toBe("345");
  });

  test("takes a stream whose length it does not know", async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(7);
    const whole = createHash("sha256");
    for (let i = 0; i < 24; i += 1) whole.update(chunk);
    const { size, eTag } = await put(files, "stream", stream(24, chunk));
    expect(size).toBe(24 * chunk.length);
    expect(eTag).toBe(`"${whole.digest("hex")}"`);
    const got = createHash("sha256");
    const { body } = await files.getObject(BUCKET, "stream", undefined);
    for await (const part of body as unknown as AsyncIterable<Uint8Array>) got.update(part);
    expect(`"${got.digest("hex")}"`).toBe(eTag);
  });

  test("shows nothing of an upload that broke off, and keeps what was there", async () => {
    const chunk = new Uint8Array(65_536);
    await expect(put(files, "half", stream(9, chunk, 4))).rejects.toThrow("broke off");
    await expect(get(files, "half")).rejects.toThrow(FileMissing);
    await put(files, "half", text("whole"));
    await expect(put(files, "half", stream(9, chunk, 4))).rejects.toThrow("broke off");
    expect((await get(files, "half")).bytes).toEqual(text("whole"));
  });

  test("of uploads of one key at the same time, one wins with bytes, hash and type", async () => {
    const uploads = Array.from({ length: 8 }, (_, i) => text(`${i}`.repeat(1000 + i)));
    const [first = new Uint8Array()] = uploads;
    await put(files, "race", first, "text/0");
    const read: string[] = [];
    let isDone = false;
    const reader = (async () => {
      while (!isDone) {
        const { bytes, metadata } = await get(files, "race");
        if (metadata.eTag !== etagOf(bytes) || metadata.size !== bytes.length) {
          read.push("a mix");
        }
      }
    })();
    await Promise.all(uploads.map((bytes, i) => put(files, "race", bytes, `text/${i}`)));
    isDone = true;
    await reader;
    expect(read).toEqual([]);
    const { bytes, metadata } = await get(files, "race");
    const winner = uploads.findIndex((upload) => etagOf(upload) === metadata.eTag);
    expect(bytes).toEqual(uploads[winner]);
    expect(metadata.mimetype).toBe(`text/${winner}`);
  });

  test("copies and deletes, and says of what is not there that it is missing", async () => {
    await put(files, "from", text("a manual"), "text/manual");
    const { eTag } = await files.copyObject(BUCKET, "from", undefined, BUCKET, "to", undefined);
    expect(eTag).toBe(etagOf(text("a manual")));
    await files.deleteObject(BUCKET, "from", undefined);
    await expect(get(files, "from")).rejects.toThrow(FileMissing);
    await expect(files.headObject(BUCKET, "from", undefined)).rejects.toThrow(FileMissing);
    await expect(
      files.copyObject(BUCKET, "from", undefined, BUCKET, "elsewhere", undefined),
    ).rejects.toThrow(FileMissing);
    const { bytes, metadata } = await get(files, "to");
    expect(bytes).toEqual(text("a manual"));
    expect(metadata.mimetype).toBe("text/manual");
    // What is not there is deleted already.
    await files.deleteObject(BUCKET, "from", undefined);
    await files.deleteObjects(BUCKET, ["to", "never"]);
    await expect(get(files, "to")).rejects.toThrow(FileMissing);
  });

  test("knows its roots, and removes one with all its files", async () => {
    const beside = await store.begin();
    expect(await store.has(beside)).toBe(true);
    expect(await store.has("00000000-0000-4000-8000-000000000000")).toBe(false);
    await put(store.files(beside), "gone", text("gone"));
    await store.remove(beside);
    expect(await store.has(beside)).toBe(false);
    await expect(get(store.files(beside), "gone")).rejects.toThrow(FileMissing);
  });
});

test("a shared place keeps the files of two databases apart", async () => {
  for (const store of [sharedDirectory(join(directory, "shared")), s3Store(objects.settings)]) {
    const [one, two] = [await store.begin(), await store.begin()];
    await put(store.files(one), "same", text("one"));
    await put(store.files(two), "same", text("two"));
    await store.remove(one);
    expect((await get(store.files(two), "same")).bytes).toEqual(text("two"));
  }
});

test("a replaced file leaves no bytes behind", async () => {
  const store = sharedDirectory(join(directory, "replaced"));
  const root = await store.begin();
  const count = async () =>
    (await readdir(join(directory, "replaced", root), { recursive: true })).length;
  await put(store.files(root), "kept", text("one"));
  const before = await count();
  await put(store.files(root), "kept", text("two"));
  expect(await count()).toBe(before);
});

test("an object store that is ill is asked again, and never taken for one without the file", async () => {
  const store = s3Store(objects.settings);
  const root = await store.begin();
  const files = store.files(root);
  await put(files, "there", text("there"));
  objects.refuse(503);
  const before = objects.requests().length;
  try {
    const [upload, read, head] = await Promise.allSettled([
      put(files, "new", text("new")),
      get(files, "there"),
      store.has(root),
    ]);
    for (const outcome of [upload, read, head]) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { status: 503 } });
    }
    expect(objects.requests().length - before).toBe(12);
  } finally {
    objects.refuse(undefined);
  }
  expect((await get(files, "there")).bytes).toEqual(text("there"));
});

test("an object store with another secret key is refused", async () => {
  const store = s3Store({ ...objects.settings, secretAccessKey: "another one" });
  await expect(store.begin()).rejects.toMatchObject({ status: 403 });
});
