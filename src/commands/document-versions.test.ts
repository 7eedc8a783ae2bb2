import type { KnowledgeFile, Passage } from "@contracts/knowledge.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createKnowledgeServer } from "#tests/support/knowledge-server.ts";
import { unreachable } from "../backend/outcome.ts";
import { readKnowledgeFiles } from "../mirror/person/knowledge/knowledge-files.ts";
import { PersonDatabase } from "../mirror/person/person-database.ts";
import {
  deleteNewestVersion,
  deleteVersions,
  restoreVersion,
  setDocumentAgents,
} from "./document-versions.ts";
import { indexAgain } from "./knowledge-files.ts";
import { type KnowledgeCommand, uploadFile } from "./knowledge-upload.ts";

const COMPANY = "0b1f2c3d-0000-4000-8000-000000000001";

const passages: Passage[] = Array.from({ length: 250 }, (_, chunk_no) => {
  return { chunk_no, page: null, heading: null, body: `Passage ${chunk_no}` };
});
const readText = async () => ({
  kind: "txt" as const,
  pageCount: null,
  picturePages: null,
  language: "english" as const,
  passages,
});

let db: PersonDatabase;
let server: ReturnType<typeof createKnowledgeServer>;
let command: KnowledgeCommand;
let time: number;

beforeEach(() => {
  db = new PersonDatabase(crypto.randomUUID());
  server = createKnowledgeServer();
  time = 1;
  command = { db, backend: server.backend, now: () => ++time };
});
afterEach(() => db.delete());

/** Uploads a version; the options are those of the upload. */
function upload(
  name: string,
  previous?: KnowledgeFile,
  {
    signal = new AbortController().signal,
    progress = (_: { stage: string; done: number }) => {},
    read = readText,
  } = {},
) {
  return uploadFile(command, {
    file: new File(["text"], name),
    companyId: COMPANY,
    agents: ["label_agent"],
    read,
    progress,
    signal,
    ...(previous !== undefined && { previous }),
  });
}

const mirrored = () => readKnowledgeFiles(db, COMPANY);

async function named(name: string): Promise<KnowledgeFile> {
  const file = (await mirrored()).find(({ file_name }) => file_name === name);
  if (file === undefined) throw new Error(`there is no ${name}`);
  return file;
}

/** Two versions of a document, of which the second answers. */
async function twoVersions() {
  await upload("one.txt");
  await upload("two.txt", await named("one.txt"));
  return { one: await named("one.txt"), two: await named("two.txt") };
}

describe("the upload of a new version", () => {
  it("replaces the old one in the mirror too, with the old one's agents", async () => {
    const { one, two } = await twoVersions();
    expect(one.superseded_by).toBe(two.id);
    expect(one.superseded_at).not.toBeNull();
    expect(two).toMatchObject({ indexed_passages: 250, allowed_agents: ["label_agent"] });
  });

  it("leaves the old one answering when passages are lost, until it is indexed again", async () => {
    await upload("one.txt");
    server.fail.set("addPassages", unreachable());
    expect(await upload("two.txt", await named("one.txt"))).toMatchObject({
      kind: "not-searchable",
    });
    expect((await named("one.txt")).superseded_at).toBeNull();
    server.fail.clear();
    await indexAgain(command, await named("two.txt"), { read: readText, progress: () => {} });
    expect((await named("one.txt")).superseded_at).not.toBeNull();
  });

  it.each(["reading", "uploading", "indexing"])(
    "leaves nothing when cancelled while %s",
    async (at) => {
      await upload("one.txt");
      const cancel = new AbortController();
      const progress = ({ stage, done }: { stage: string; done: number }) => {
        if (stage === at && (at !== "indexing" || done > 0)) cancel.abort();
      };
      const options = { signal: cancel.signal, progress };
      expect(await upload("two.txt", await named("one.txt"), options)).toEqual({
        kind: "cancelled",
      });
      expect([server.rows.size, server.objects.size]).toEqual([1, 1]);
      expect(await mirrored()).toMatchObject([{ superseded_by: null, superseded_at: null }]);
    },
  );

  it.each([
    ["the file", "upload", 250],
    ["the first passages", "addPassages", 250],
    ["the only passages, which make it complete,", "addPassages", 50],
  ])("is cancelled at once while the server does not answer to %s", async (_, call, count) => {
    await upload("one.txt");
    server.stalled.add(call);
    const cancel = new AbortController();
    const cancelled = upload("two.txt", await named("one.txt"), {
      signal: cancel.signal,
      read: async () => ({ ...(await readText()), passages: passages.slice(0, count) }),
    });
    const arrived = () => (call === "upload" ? server.objects.size : server.stored.size);
    await expect.poll(arrived).toBe(2);
    cancel.abort();
    expect(await cancelled).toEqual({ kind: "cancelled" });
    expect([server.rows.size, server.objects.size]).toEqual([1, 1]);
    expect(await mirrored()).toMatchObject([{ superseded_by: null, superseded_at: null }]);
  });

  it("leaves nothing behind when its row is refused", async () => {
    await upload("one.txt");
    server.fail.set("addVersion", { kind: "never", code: "refused", message: "Refused." });
    expect(await upload("two.txt", await named("one.txt"))).toEqual({
      kind: "failed",
      message: "Refused.",
    });
    expect([server.rows.size, server.objects.size]).toEqual([1, 1]);
  });
});

it("the agents of a document are changed with those of its newer version", async () => {
  await upload("one.txt");
  server.fail.set("addPassages", unreachable());
  await upload("two.txt", await named("one.txt"));
  const document = { current: await named("one.txt"), incoming: await named("two.txt") };
  expect(await setDocumentAgents(command, document, ["snap_agent"])).toEqual({ kind: "done" });
  expect((await named("one.txt")).allowed_agents).toEqual(["snap_agent"]);
  expect((await named("two.txt")).allowed_agents).toEqual(["snap_agent"]);
});

describe("the deletion of the newest version", () => {
  it("has the one before it answer again only when that is wanted", async () => {
    const { one, two } = await twoVersions();
    expect(await deleteNewestVersion(command, two, { previous: one, restores: false })).toEqual({
      kind: "done",
    });
    const kept = await named("one.txt");
    expect(kept.superseded_by).toBeNull();
    expect(kept.superseded_at).not.toBeNull();
    expect(await restoreVersion(command, kept)).toEqual({ kind: "done" });
    expect((await named("one.txt")).superseded_at).toBeNull();
  });

  it("and the return of the one before it are one command", async () => {
    const { one, two } = await twoVersions();
    await deleteNewestVersion(command, two, { previous: one, restores: true });
    expect(await mirrored()).toMatchObject([{ file_name: "one.txt", superseded_at: null }]);
  });
});

it("the deletion of all versions begins with the oldest", async () => {
  const { one, two } = await twoVersions();
  server.fail.set("deleteFile", unreachable());
  expect(await deleteVersions(command, [one, two])).toMatchObject({ kind: "failed" });
  expect(server.rows.get(two.id)?.deleting_at).toBeNull();
  server.fail.clear();
  expect(await deleteVersions(command, [one, two])).toEqual({ kind: "done" });
  expect([server.rows.size, server.objects.size]).toEqual([0, 0]);
});
