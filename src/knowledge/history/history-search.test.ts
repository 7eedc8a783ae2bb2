import type { AgentLog } from "@contracts/agent-log.ts";
import { beforeEach, expect, it, vi } from "vitest";
import { db } from "#tests/support/empty-mirror.ts";
import { logRow, queueItem } from "#tests/support/rows.ts";
import { openHistorySearch } from "./history-search.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let search: ReturnType<typeof openHistorySearch>;
let version = 0;
beforeEach(() => {
  search = openHistorySearch(db);
});

async function store(id: string, said: string, fields: Partial<AgentLog> = {}): Promise<void> {
  const log = logRow({ id, input_data: said, output_summary: null, captured_at: null, ...fields });
  await db.agentLogs.put({ ...log, mirroredAt: 0 });
}

/** The ids that a search finds after the last change. */
const found = async (query: string): Promise<string[]> =>
  [...(await search({ query, version: ++version })).found].sort();

it.each([
  ["compressor", ["noon"]],
  ["compressors rattling", ["noon"]],
  ["comp", ["noon"]],
  ["comp ", []],
  ["the belt", ["dawn"]],
  ["30hz", ["dawn"]],
  ["hp 240 b", ["noon"]],
  ["HP-240", ["noon"]],
  ["E-31", ["dawn"]],
  ["bel rattle", []],
  ["rattle bel", ["noon"]],
  ["", []],
  ["the", []],
])("finds for %j the entries that have all its words: %j", async (query, ids) => {
  await store("noon", "The compressor HP-240/B rattles: E-30.", {
    output_summary: "A bell rings.",
  });
  await store("dawn", "The belt was changed at 30 Hz after error E31.", {
    captured_at: "2026-01-31T05:00:00Z",
  });
  expect(await found(query)).toEqual(ids);
});

it.each([
  ["tuesday", ["dusk", "noon"]],
  ["tuesday pump", ["noon"]],
  ["pump tue", ["noon"]],
  ["wednesday pump", ["dawn"]],
  ["yesterday", []],
  ['"tuesday"', ["dusk"]],
])("finds for %j what was made then, and what has the word: %j", async (query, ids) => {
  vi.useFakeTimers({ now: new Date(2026, 10, 29, 14), toFake: ["Date"] });
  const at = (day: number) => ({ captured_at: new Date(2026, 10, day, 9).toISOString() });
  await store("noon", "The pump drips.", at(24));
  await store("dawn", "The pump is dry.", at(25));
  await store("dusk", "The belt comes on Tuesday.", at(26));
  expect(await found(query)).toEqual(ids);
  vi.useRealTimers();
});

it.each([
  ["rattling hp-240", ["rattling", "rattles", "rattle", "hp", "240", "hp240"]],
  ["the compr", ["compr", "compr*"]],
  ["of co", ["co", "co*"]],
  ["yesterday", ["yesterday"]],
])("names the words to mark for %j", async (query, words) => {
  await store("noon", "The compressor HP-240/B rattles, and did rattle before.");
  const { marks } = await search({ query, version: ++version });
  expect([...marks].sort()).toEqual(words.toSorted());
});

it("gives the closest entries when none has all the words", async () => {
  await store("noon", "The compressor rattles.");
  await store("dawn", "The compressor and its belt rattle.");
  await store("dusk", "All is well.");
  const { found, closest } = await search({ query: "rattling belt zebra", version: 1 });
  expect([[...found], closest]).toEqual([[], ["dawn", "noon"]]);
});

it("corrects a misspelled word, but not the beginning of one", async () => {
  await store("noon", "The compressor rattles.");
  const whole = await search({ query: "compresser", version: 1 });
  expect([...whole.found]).toEqual(["noon"]);
  expect(whole.corrections).toEqual([{ written: "compresser", used: "compressor" }]);
  expect((await search({ query: "compres", version: 1 })).corrections).toEqual([]);
});

it("finds what waits to be sent, and what this device understood of a recording", async () => {
  const id = crypto.randomUUID();
  const payload = {
    ...{ kind: "question" as const, agent: "ask" as const, conversation: "c" },
    ...{ text: "Which valve?", spoken: null },
  };
  await db.outbox.add(queueItem({ id, capturedAt: DAY_MS, payload }));
  await store("noon", "Um.");
  const piece = { start: 0, end: 1, words: [{ text: "valve", logProbability: 0 }] };
  await db.speechDrafts.put({
    ...{ id: "noon", model: "m", state: "whole", attempts: 1, pieces: [piece] },
  });
  expect(await found("valve")).toEqual([id, "noon"].sort());
});

it("finds entries by all texts of the job that they belong to now, also before they are sent", async () => {
  const [boiler = "", pump = ""] = [1, 2].map(() => crypto.randomUUID());
  const job = { company_id: crypto.randomUUID(), status: "open", created_at: "", updated_at: "" };
  const kestrel = { maker: "Kestrel", model: "900", serial: "K9-0042" };
  await db.jobs.bulkPut(
    [
      { ...job, id: boiler, number: "A-200", title: "Boiler room", customer: "Harbour Hotel" },
      { ...job, id: pump, number: "A-90", title: "Pump", customer: "Mill" },
    ].map((each) => ({
      ...each,
      status: "open" as const,
      site: "4 Quay Street",
      equipment: [kestrel],
    })),
  );
  await store("noon", "Done.", { job_id: boiler });
  await store("dawn", "Done.", { job_id: pump });
  const id = crypto.randomUUID();
  const payload = { ...{ kind: "photo" as const, note: null }, jobId: boiler };
  await db.outbox.add(queueItem({ id, payload }));
  expect(await found("k9-0042 quay")).toEqual([id, "noon", "dawn"].sort());
  expect(await found("harbour hotel boiler")).toEqual([id, "noon"].sort());
  await db.entryChanges.add({
    ...{ id: "moved", entry_id: "noon", user_id: null, kind: "job", job_id: pump, revision: 1 },
    ...{ transcription: null, summary: null, changed_at: "", created_at: "" },
  });
  expect(await found("A-90 mill")).toEqual(["dawn", "noon"]);
});

it("takes account of entries that were added, changed and deleted", async () => {
  await store("noon", "The compressor rattles.");
  await store("old", "The compressor hums.", { captured_at: "2025-01-01T05:00:00Z" });
  expect(await found("compressor")).toEqual(["noon", "old"]);
  await store("noon", "The fan rattles.");
  await store("new", "The compressor is replaced.");
  expect(await found("compressor")).toEqual(["new", "old"]);
  await db.agentLogs.delete("old");
  expect(await found("compressor")).toEqual(["new"]);
  expect(await found("fan")).toEqual(["noon"]);
});
