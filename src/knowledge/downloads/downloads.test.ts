import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Tokens } from "#backend/auth/tokens.ts";
import { openObjectStreams } from "#backend/storage.ts";
import {
  deleteDownload,
  readDownloadParts,
  readDownloads,
  wantDownload,
} from "#mirror/person/knowledge/downloads.ts";
import { replaceKnowledgeFiles } from "#mirror/person/knowledge/knowledge-files.ts";
import { PersonDatabase } from "#mirror/person/person-database.ts";
import { deferred } from "#tests/support/deferred.ts";
import { COMPANY, fileRow } from "#tests/support/rows.ts";
import { createMemoryLocks } from "#tests/support/sync/memory-locks.ts";
import { startDownloader } from "./downloader.ts";
import type { ManualCache } from "./manual-cache.ts";

const PERSON = "00000000-0000-4000-8000-000000000001";
const FILE = "00000000-0000-4000-8000-00000000000a";
const PATH = `${COMPANY}/1_pump manual.pdf`;
const BYTES = new Uint8Array(700_000).map((_, place) => place % 251);

let db: PersonDatabase;
let time = 0;
let kept: Map<string, Uint8Array>;
let ranges: (string | null)[];
/** The number of stalled connections that were aborted. */
let letGo: number;
/** The replies to the next requests; afterwards the server sends the file. */
let fates: ((request: Request) => Response)[];
/** Loads everything else that is needed to open a file. */
let preparing: () => Promise<void>;
let stop: () => void;

beforeEach(async () => {
  const locks = createMemoryLocks();
  vi.stubGlobal("navigator", { locks });
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  db = new PersonDatabase(PERSON);
  kept = new Map();
  ranges = [];
  letGo = 0;
  fates = [];
  preparing = async () => undefined;
  await publish();
  stop = startDownloader({
    db,
    objects,
    cache,
    prepare: () => preparing(),
    wait: async () => undefined,
    locks: {
      request: (name: string, options: LockOptions, work: () => Promise<void>) =>
        locks.request(name, options, work),
    } as unknown as LockManager,
  });
});

afterEach(async () => {
  stop();
  await db.delete();
  vi.unstubAllGlobals();
});

async function publish(ids: string[] = [FILE]): Promise<void> {
  const file = { file_name: "pump manual.pdf", file_path: PATH, kind: "pdf" as const };
  const rows = ids.map((id) => fileRow({ ...file, id, size_bytes: BYTES.length }));
  time += 1;
  await replaceKnowledgeFiles(db, { rows, askedAt: time, now: time });
}

const cache: ManualCache = {
  async put(fileId, _, parts) {
    kept.set(fileId, new Uint8Array(await new Blob([...parts]).arrayBuffer()));
  },
  async keepOnly(fileIds) {
    for (const id of kept.keys()) if (!fileIds.has(id)) kept.delete(id);
  },
};

const objects = openObjectStreams({
  url: "http://backend.test",
  publicKey: "public",
  auth: {
    recent: async () => ({ kind: "token", accessToken: "token", user: { id: PERSON } }),
    refresh: async () => ({ kind: "none" }),
  } as unknown as Tokens,
  fetch: async (input, init) => {
    const request = new Request(input, init);
    expect(decodeURIComponent(new URL(request.url).pathname)).toBe(
      `/storage/v1/object/knowledge-base/${PATH}`,
    );
    ranges.push(request.headers.get("Range"));
    return (fates.shift() ?? answer)(request);
  },
});

/** The reply of a server that supports range requests. */
function answer(request: Request): Response {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.get("Range") ?? "")?.[1] ?? 0);
  const body = BYTES.slice(from);
  if (from === 0) return new Response(body, { headers: { "Content-Length": `${body.length}` } });
  return new Response(body, {
    status: 206,
    headers: { "Content-Range": `bytes ${from}-${BYTES.length - 1}/${BYTES.length}` },
  });
}

/** A reply whose connection breaks off after this number of bytes. */
const cutAfter = (bytes: number) => () => {
  let sent = false;
  const body = new ReadableStream({
    pull(controller) {
      if (sent) controller.error(new TypeError("network error"));
      else controller.enqueue(BYTES.slice(0, bytes));
      sent = true;
    },
  });
  return new Response(body, { headers: { "Content-Length": `${BYTES.length}` } });
};

/** A reply that sends nothing until the request is aborted. */
function stall({ signal }: Request): Response {
  const body = new ReadableStream({
    start(controller) {
      signal.addEventListener("abort", () => {
        letGo += 1;
        controller.error(signal.reason);
      });
    },
  });
  return new Response(body, { headers: { "Content-Length": `${BYTES.length}` } });
}

const isWhole = () => Buffer.from(BYTES).equals(kept.get(FILE) ?? new Uint8Array());
const whole = () =>
  vi.waitFor(
    async () => expect((await readDownloads(db)).map(({ state }) => state)).toEqual(["whole"]),
    { timeout: 10_000 },
  );

const want = () => wantDownload(db, FILE, BYTES.length);
async function download(): Promise<void> {
  await want();
  await whole();
}

it("a file is stored completely, and nothing of it twice", async () => {
  await download();
  expect(isWhole()).toBe(true);
  expect(await readDownloadParts(db, FILE)).toEqual([]);
  expect(ranges).toEqual([null]);
});

const answerWhole = () => answer(new Request("http://backend.test"));

it.each([
  ["continues where it was interrupted", answer],
  ["starts again when the server does not support ranges", answerWhole],
])("a download %s", async (_, second) => {
  fates.push(cutAfter(300_000), second);
  await download();
  expect(ranges).toEqual([null, "bytes=300000-"]);
  expect(isWhole()).toBe(true);
});

it("a download is complete only once its file can be opened, and is made once", async () => {
  let tries = 0;
  const connection = deferred();
  preparing = async () => {
    tries += 1;
    if (tries === 1) throw new TypeError("Failed to fetch");
    await connection.promise;
  };
  await want();
  await vi.waitFor(() => expect(tries).toBe(2), { timeout: 10_000 });
  expect((await readDownloads(db))[0]).toMatchObject({ state: "wanted", receivedBytes: 700_000 });
  connection.resolve();
  await whole();
  expect(isWhole()).toBe(true);
  expect(ranges).toEqual([null]);
});

it("a network's login page is not stored as the file", async () => {
  const page = "<html>Welcome to the hotel</html>";
  fates.push(
    () => new Response(page, { headers: { "Content-Length": `${page.length}` } }),
    () => new Response(page, { headers: { "Content-Type": "text/html" } }),
  );
  await download();
  expect(isWhole()).toBe(true);
});

it("a refused download shows the reason and is tried again only on request", async () => {
  fates.push(() => new Response("{}", { status: 404 }));
  await want();
  await vi.waitFor(async () =>
    expect((await readDownloads(db))[0]?.refusal).toBe("This file can't be downloaded any more."),
  );
  expect(kept.size).toBe(0);
  await download();
});

it.each([
  ["is not wanted any more", () => deleteDownload(db, FILE)],
  ["is withdrawn", () => publish([])],
])("a file that %s is removed from the device at once", async (_, happens) => {
  await download();
  await happens();
  await vi.waitFor(() => expect(kept.size).toBe(0));
  expect(await readDownloads(db)).toEqual([]);
  expect(ranges).toHaveLength(1);
});

it("a stalled connection is aborted when the file is not wanted any more", async () => {
  fates.push(stall);
  await want();
  await vi.waitFor(() => expect(ranges).toHaveLength(1));
  await deleteDownload(db, FILE);
  await vi.waitFor(() => expect(letGo).toBe(1));
  await download();
  expect(ranges).toEqual([null, null]);
});
