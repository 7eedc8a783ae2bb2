import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { expect, it } from "vitest";
import { fileNamed, readText } from "#tests/support/knowledge-server.ts";
import { command, db, server } from "#tests/support/one-administrator.ts";
import { COMPANY } from "#tests/support/rows.ts";
import { unreachable } from "../backend/outcome.ts";
import { readKnowledgeFiles } from "../mirror/person/knowledge/knowledge-files.ts";
import {
  deleteNewestVersion,
  deleteVersions,
  indexAgain,
  restoreVersion,
  setFileAgents,
} from "./knowledge-files.ts";
import { type Upload, uploadFile } from "./knowledge-upload.ts";

const upload = (name: string, options: Partial<Upload> = {}) =>
  uploadFile(command, {
    file: new File(["text"], name),
    companyId: COMPANY,
    agents: ["label_agent"],
    read: readText(),
    progress: () => {},
    ...options,
  });
const uploadSecond = async (options: Partial<Upload> = {}) =>
  upload("two.txt", { previous: await named("one.txt"), ...options });

const mirrored = () => readKnowledgeFiles(db, COMPANY);
const named = (name: string): Promise<KnowledgeFile> => fileNamed(db, COMPANY, name);

async function firstAnswers(): Promise<void> {
  expect([server.files.rows.size, server.files.objects.size]).toEqual([1, 1]);
  expect(await mirrored()).toMatchObject([{ superseded_by: null, superseded_at: null }]);
}

/** Two versions of a document, of which the second answers. */
async function twoVersions() {
  await upload("one.txt");
  await uploadSecond();
  return { one: await named("one.txt"), two: await named("two.txt") };
}

it("the upload of a new version replaces the old one in the mirror too, with the old one's agents", async () => {
  const { one, two } = await twoVersions();
  expect(one.superseded_by).toBe(two.id);
  expect(one.superseded_at).not.toBeNull();
  expect(two).toMatchObject({ indexed_passages: 250, allowed_agents: ["label_agent"] });
});

it("the upload of a new version leaves the old one answering when passages are lost, until it is indexed again", async () => {
  await upload("one.txt");
  server.fail.set("addPassages", unreachable());
  expect(await uploadSecond()).toMatchObject({ kind: "not-searchable" });
  expect((await named("one.txt")).superseded_at).toBeNull();
  server.fail.clear();
  await indexAgain(command, await named("two.txt"), { read: readText(), progress: () => {} });
  expect((await named("one.txt")).superseded_at).not.toBeNull();
});

it.each(["reading", "uploading", "indexing"])(
  "the upload of a new version leaves nothing when cancelled while %s",
  async (at) => {
    await upload("one.txt");
    const cancel = new AbortController();
    const progress = ({ stage, done }: { stage: string; done: number }) => {
      if (stage === at && (at !== "indexing" || done > 0)) cancel.abort();
    };
    const options = { signal: cancel.signal, progress };
    expect(await uploadSecond(options)).toEqual({ kind: "cancelled" });
    await firstAnswers();
  },
);

it.each([
  ["the file", "upload", 250],
  ["the first passages", "addPassages", 250],
  ["the only passages, which make it complete,", "addPassages", 50],
])(
  "the upload of a new version is cancelled at once while the server does not answer to %s",
  async (_, call, count) => {
    await upload("one.txt");
    server.files.stalled.add(call);
    const cancel = new AbortController();
    const cancelled = uploadSecond({ signal: cancel.signal, read: readText(count) });
    const arrived = () =>
      call === "upload" ? server.files.objects.size : server.files.stored.size;
    await expect.poll(arrived).toBe(2);
    cancel.abort();
    expect(await cancelled).toEqual({ kind: "cancelled" });
    await firstAnswers();
  },
);

it("the agents of a document are changed with those of its newer version", async () => {
  await upload("one.txt");
  server.fail.set("addPassages", unreachable());
  await uploadSecond();
  const [current, incoming] = [await named("one.txt"), await named("two.txt")];
  expect(await setFileAgents(command, current, ["snap_agent"], incoming)).toEqual({ kind: "done" });
  expect((await named("one.txt")).allowed_agents).toEqual(["snap_agent"]);
  expect((await named("two.txt")).allowed_agents).toEqual(["snap_agent"]);
});

it("the deletion of the newest version has the one before it answer again only when that is wanted", async () => {
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

it("the deletion of the newest version and the return of the one before it are one command", async () => {
  const { one, two } = await twoVersions();
  await deleteNewestVersion(command, two, { previous: one, restores: true });
  expect(await mirrored()).toMatchObject([{ file_name: "one.txt", superseded_at: null }]);
});

it("an earlier version becomes the newest one again, and the others go before it", async () => {
  await twoVersions();
  await upload("three.txt", { previous: await named("two.txt") });
  expect(await restoreVersion(command, await named("one.txt"))).toEqual({ kind: "done" });
  const [one, two, three] = await Promise.all(["one.txt", "two.txt", "three.txt"].map(named));
  expect(one).toMatchObject({ superseded_at: null, superseded_by: null });
  expect(three?.superseded_at).not.toBeNull();
  expect([two?.superseded_by, three?.superseded_by]).toEqual([three?.id, one?.id]);
});

it("the deletion of all versions begins with the oldest", async () => {
  const { one, two } = await twoVersions();
  server.fail.set("deleteFile", unreachable());
  expect(await deleteVersions(command, [one, two])).toMatchObject({ kind: "failed" });
  expect(server.files.rows.get(two.id)?.deleting_at).toBeNull();
  server.fail.clear();
  expect(await deleteVersions(command, [one, two])).toEqual({ kind: "done" });
  expect([server.files.rows.size, server.files.objects.size]).toEqual([0, 0]);
});
