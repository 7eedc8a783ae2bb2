import type { KnowledgeChunk, KnowledgeFile } from "@contracts/knowledge.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Backend } from "#backend/backend.ts";
import { type Outcome, unreachable } from "#backend/outcome.ts";
import { openManualSearch } from "#knowledge/search/manual-search.ts";
import { deviceDatabase } from "#mirror/device/device-database.ts";
import { addMessage } from "#mirror/person/conversations.ts";
import { deleteDownload, readDownloads, wantDownload } from "#mirror/person/knowledge/downloads.ts";
import { readKnowledgeFile } from "#mirror/person/knowledge/knowledge-files.ts";
import { readPassages } from "#mirror/person/knowledge/passages.ts";
import { PersonDatabase } from "#mirror/person/person-database.ts";
import { COMPANY, fileRow } from "#tests/support/rows.ts";
import { createMemoryLocks } from "#tests/support/sync/memory-locks.ts";
import { pullKnowledge } from "./knowledge.ts";

const PERSON = "00000000-0000-4000-8000-000000000001";
const OTHER_COMPANY = "00000000-0000-4000-8000-000000000003";
const PUMP = "00000000-0000-4000-8000-00000000000a";
const BOILER = "00000000-0000-4000-8000-00000000000b";

let db: PersonDatabase;
let files: KnowledgeFile[];
let passages: Map<string, string[]>;
let asked: string[];
let cutAt: string | null;

beforeEach(async () => {
  vi.stubGlobal("navigator", { locks: createMemoryLocks() });
  const identity = {
    id: PERSON,
    email: "",
    fullName: null,
    role: "field_tech",
    companyId: COMPANY,
  };
  await deviceDatabase.values.put({ key: "identity", value: JSON.stringify(identity) });
  db = new PersonDatabase(PERSON);
  files = [];
  passages = new Map();
  asked = [];
  cutAt = null;
  publish(PUMP, "pump.pdf", ["the fan hums", "fault E-47 of the compressor"]);
  publish(BOILER, "boiler.md", ["the burner and its fan"]);
});

afterEach(async () => {
  await db.delete();
  vi.unstubAllGlobals();
});

let published = 0;

/** Publishes a file, or a new version of it, as administrators do. */
function publish(id: string, name: string, bodies: string[], change: Partial<KnowledgeFile> = {}) {
  published += 1;
  const indexed_at = `2026-01-05T08:00:00.${published}Z`;
  const counts = { passage_count: bodies.length, indexed_passages: bodies.length };
  const file = fileRow({ id, file_name: name, indexed_at, ...counts, ...change });
  files = [...files.filter((each) => each.id !== id), file];
  passages.set(id, bodies);
}

const backend = {
  knowledge: {
    files: async (): Promise<Outcome<KnowledgeFile[]>> => ({ kind: "ok", value: files }),
    passages: async (_: string, id: string): Promise<Outcome<KnowledgeChunk[]>> => {
      asked.push(id);
      if (cutAt === id) return unreachable();
      const rows = (passages.get(id) ?? []).map((body, chunk_no) => {
        return { file_id: id, chunk_no, page: null, heading: null, body };
      });
      return { kind: "ok", value: rows };
    },
  },
} as unknown as Backend;

let time = 1_000;
const pull = () => pullKnowledge.run(db, backend, () => time++);
const bodiesOf = async (id: string) => (await readPassages(db, id)).map(({ body }) => body);

it("a refresh of the manuals loads files and passages, and later only those that changed", async () => {
  await pull();
  expect(await bodiesOf(PUMP)).toEqual(["the fan hums", "fault E-47 of the compressor"]);
  expect(asked.sort()).toEqual([PUMP, BOILER]);
  asked = [];
  publish(BOILER, "boiler.md", ["the burner", "its fan", "and its flue"]);
  await pull();
  expect(asked).toEqual([BOILER]);
  expect(await bodiesOf(BOILER)).toEqual(["the burner", "its fan", "and its flue"]);
});

it("a refresh of the manuals deletes files that were withdrawn, with their passages", async () => {
  await pull();
  files = files.filter(({ id }) => id !== PUMP);
  await pull();
  expect(await readKnowledgeFile(db, PUMP)).toBeUndefined();
  expect(await bodiesOf(PUMP)).toEqual([]);
});

it("a refresh of the manuals continues where it was after an interruption", async () => {
  cutAt = BOILER;
  expect((await pull()).kind).toBe("later");
  cutAt = null;
  asked = [];
  await pull();
  expect(asked).toEqual([BOILER]);
});

it("a refresh of the manuals keeps the old passages when those of the new version did not all arrive", async () => {
  await pull();
  publish(PUMP, "pump.pdf", ["only one"], { passage_count: 2, indexed_passages: 2 });
  await pull();
  expect(await bodiesOf(PUMP)).toHaveLength(2);
  expect((await bodiesOf(PUMP))[0]).toBe("the fan hums");
});

it("a refresh of the manuals ignores passages that are not searchable or belong to another company", async () => {
  publish(PUMP, "pump.pdf", ["half"], { indexed_passages: 0 });
  publish(BOILER, "boiler.md", ["theirs"], { company_id: OTHER_COMPANY });
  await pull();
  expect(asked).toEqual([]);
});

const NEWER = "00000000-0000-4000-8000-00000000000c";
const replacePump = () => {
  publish(PUMP, "pump.pdf", ["the fan hums"], {
    superseded_by: NEWER,
    superseded_at: "2026-02-01T08:00:00Z",
  });
  publish(NEWER, "pump v2.pdf", ["the fan whispers"]);
};
const cite = (file_id: string) =>
  addMessage(db, {
    id: crypto.randomUUID(),
    user_id: PERSON,
    role: "assistant",
    content: "It hums [1].",
    sources: [{ file_id, file_name: "pump.pdf", page: null, chunk_no: 0, quote: "hums" }],
    basis: "model",
    created_at: "2026-01-06T08:00:00Z",
    agent: "label",
    conversation: "c",
  });
const found = async (query: string) => {
  const { hits } = await openManualSearch(db)({ query, agent: "label", limit: 5 });
  return hits.map(({ body }) => body);
};

it("a refresh after a newer version took a file's place finds the newer passages, and frees the room of the older ones", async () => {
  await pull();
  replacePump();
  await pull();
  expect(await found("hum whisper")).toEqual(["the fan whispers"]);
  expect(await bodiesOf(PUMP)).toEqual([]);
  expect((await readKnowledgeFile(db, PUMP))?.passagesOf).toBeNull();
  asked = [];
  await pull();
  expect(asked).toEqual([]);
});

it("a refresh after a newer version took a file's place finds the older passages until the newer ones have arrived here", async () => {
  await pull();
  replacePump();
  cutAt = NEWER;
  expect((await pull()).kind).toBe("later");
  expect(await found("hum whisper")).toEqual(["the fan hums"]);
  cutAt = null;
  await pull();
  expect(await found("hum whisper")).toEqual(["the fan whispers"]);
});

it("a refresh after a newer version took a file's place keeps what a message cites, also on a device that never had it", async () => {
  await cite(PUMP);
  replacePump();
  await pull();
  expect(await bodiesOf(PUMP)).toEqual(["the fan hums"]);
  expect(await found("hum whisper")).toEqual(["the fan whispers"]);
  await db.messages.clear();
  await pull();
  expect(await bodiesOf(PUMP)).toEqual([]);
});

it("a refresh after a newer version took a file's place downloads the newer file where the older one was downloaded", async () => {
  await pull();
  await wantDownload(db, PUMP, 10);
  replacePump();
  await pull();
  expect((await readDownloads(db)).map(({ fileId }) => fileId)).toEqual([NEWER]);
  await deleteDownload(db, NEWER);
  await pull();
  expect(await readDownloads(db)).toEqual([]);
});

it("a refresh after a newer version took a file's place finds neither when the newer version was deleted and the older one does not return", async () => {
  await pull();
  replacePump();
  files = files.filter(({ id }) => id !== NEWER);
  await pull();
  expect(await found("hum whisper")).toEqual([]);
});

describe("a search on the device", () => {
  let search: ReturnType<typeof openManualSearch>;
  beforeEach(() => {
    search = openManualSearch(db);
  });

  const titles = async (query: string, agent: "label" | "ask" = "label") => {
    const { hits } = await search({ query, agent, limit: 5 });
    return hits.map(({ file_name, chunk_no }) => `${file_name} ${chunk_no}`);
  };
  const corrected = async (query: string, agent: "label" | "ask" = "label") => {
    const { corrections } = await search({ query, agent, limit: 5 });
    return corrections.map(({ written, used }) => `${written}: ${used}`);
  };

  it("finds refreshed passages, even when it was opened before the refresh", async () => {
    expect(await titles("fan")).toEqual([]);
    await pull();
    expect(await titles("what is e-47")).toEqual(["pump.pdf 1"]);
    publish(PUMP, "pump.pdf", ["now about valves", "and E-48"]);
    await pull();
    expect(await titles("47")).toEqual([]);
    expect(await titles("valve")).toEqual(["pump.pdf 0"]);
    files = [];
    await pull();
    expect(await titles("valve")).toEqual([]);
  });

  it("searches only the files of the agent, and corrects misspelled words to words of these", async () => {
    publish(PUMP, "pump.pdf", ["the zorbotron of a fan"], { allowed_agents: ["voice_agent"] });
    publish(BOILER, "boiler.md", ["two capacitors and a fan"]);
    await pull();
    expect(await titles("fan")).toEqual(["boiler.md 0"]);
    expect(await titles("fan", "ask")).toHaveLength(2);
    expect(await corrected("capacitro?")).toEqual(["capacitro: capacitors"]);
    expect(await titles("capacitro?")).toEqual(["boiler.md 0"]);
    expect(await corrected('"capacitro" capacitor')).toEqual([]);
    expect(await corrected("zorbotorn")).toEqual([]);
    expect(await corrected("zorbotorn", "ask")).toEqual(["zorbotorn: zorbotron"]);
    publish(BOILER, "boiler.md", ["two kapazitron"]);
    await pull();
    expect(await corrected("kapazitrno capacitro")).toEqual(["kapazitrno: kapazitron"]);
  });
});
