import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FileBody, FileMissing, type StoredFiles, storageFiles } from "./storage-files.ts";

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "field-agents-stores-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const BUCKET = "knowledge-base";
const text = (words: string) => new TextEncoder().encode(words);
const etagOf = (bytes: Uint8Array) => `"${createHash("sha256").update(bytes).digest("hex")}"`;

function breakingOff(): FileBody {
  let sent = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent === 4) return controller.error(new Error("the upload broke off"));
      sent += 1;
      controller.enqueue(new Uint8Array(65_536));
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

test("gives back what was put, with its type and a hash of its bytes, until it is deleted", async () => {
  const root = join(directory, "own");
  const files = storageFiles(root);
  const key = "company/../häuser & more/a?b#c%20d.txt";
  const bytes = text("Drain the trap first.");
  for (const content of [new Uint8Array(), bytes]) {
    const expected = {
      ...{ size: content.length, contentLength: content.length, eTag: etagOf(content) },
      ...{ mimetype: "text/plain;charset=utf-8", cacheControl: "max-age=60" },
    };
    expect(await put(files, key, content, expected.mimetype)).toMatchObject(expected);
    const got = await get(files, key);
    expect(got.bytes).toEqual(content);
    expect(got.metadata).toMatchObject(expected);
    expect(await files.headObject(BUCKET, key, undefined)).toMatchObject(expected);
    // Another object over the same place, as another process has.
    expect((await get(storageFiles(root), key)).bytes).toEqual(content);
  }
  const { eTag } = await files.copyObject(BUCKET, key, undefined, BUCKET, "to", undefined);
  expect(eTag).toBe(etagOf(bytes));
  // What is not there is deleted already.
  for (const _ of [1, 2]) await files.deleteObject(BUCKET, key, undefined);
  for (const missing of [
    () => get(files, key),
    () => files.headObject(BUCKET, key, undefined),
    () => files.copyObject(BUCKET, key, undefined, BUCKET, "elsewhere", undefined),
  ]) {
    await expect(missing()).rejects.toThrow(FileMissing);
  }
  const copy = await get(files, "to");
  expect([copy.bytes, copy.metadata.mimetype]).toEqual([bytes, "text/plain;charset=utf-8"]);
  await files.deleteObjects(BUCKET, ["to", "never"]);
  await expect(get(files, "to")).rejects.toThrow(FileMissing);
});

describe("an object that is uploaded again", () => {
  let files: StoredFiles;
  beforeAll(() => {
    files = storageFiles(join(directory, "kept"));
  });

  test("shows nothing of an upload that broke off, and keeps what was there", async () => {
    await expect(put(files, "half", breakingOff())).rejects.toThrow("broke off");
    await expect(get(files, "half")).rejects.toThrow(FileMissing);
    await put(files, "half", text("whole"));
    await expect(put(files, "half", breakingOff())).rejects.toThrow("broke off");
    expect((await get(files, "half")).bytes).toEqual(text("whole"));
  });

  test("keeps no bytes of a file that was replaced", async () => {
    const count = async () => (await readdir(join(directory, "kept"), { recursive: true })).length;
    await put(files, "replaced", text("one"));
    const before = await count();
    await put(files, "replaced", text("two"));
    expect(await count()).toBe(before);
  });
});
