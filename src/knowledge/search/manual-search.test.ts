import type { KnowledgeChunk, KnowledgeFile } from "@contracts/knowledge.ts";
import { expect, it } from "vitest";
import {
  putPassageIndex,
  readPassageIndexes,
  replacePassages,
} from "#mirror/person/knowledge/passages.ts";
import { db } from "#tests/support/empty-mirror.ts";
import { fileRow } from "#tests/support/rows.ts";
import { openManualSearch } from "./manual-search.ts";
import { buildPassageIndex } from "./passage-index.ts";

const AT = "2026-01-01T00:00:00Z";

const chunk = (file_id: string, body: string): KnowledgeChunk => {
  return { file_id, chunk_no: 0, page: null, heading: null, body };
};

async function store(id: string, body: string, fields: Partial<KnowledgeFile> = {}): Promise<void> {
  await db.knowledgeFiles.put({
    ...fileRow({ id, indexed_at: AT, ...fields }),
    passagesOf: AT,
    mirroredAt: 0,
    leaving: false,
  });
  await replacePassages(db, id, AT, [chunk(id, body)]);
}

async function namesFor(search: ReturnType<typeof openManualSearch>, query: string) {
  const { hits } = await search({ query, agent: "ask", limit: 5 });
  return hits.map(({ file_name }) => file_name);
}

it("builds an index of older rules again", async () => {
  await store("fan", "The fan runs at 30 Hz.");
  const index = buildPassageIndex("fan", AT, [chunk("fan", "The fan runs.")]);
  await putPassageIndex(db, { ...index, termsVersion: 1 });
  expect(await namesFor(openManualSearch(db), "30Hz")).toEqual(["fan.md"]);
  const [stored] = await readPassageIndexes(db, ["fan"]);
  expect(stored?.termsVersion).toBe(index.termsVersion);
});

it("searches for a question together with its context, and tells the corrections of the question alone", async () => {
  await store("pump", "E-30 is a fault of the HP-240. E-31: hold the key to reset it.");
  await store("boiler", "Reset the boiler by the reset key. Reset it again after a minute.");
  const search = openManualSearch(db);
  expect((await namesFor(search, "how do I reset it"))[0]).toBe("boiler.md");
  const query = { query: "how do I resett it", agent: "ask" as const, limit: 5 };
  const { hits, corrections } = await search({ ...query, context: "faullt E-31 HP-240" });
  expect(hits[0]?.file_name).toBe("pump.md");
  const marked = hits[0]?.pieces.filter(({ found }) => found).map(({ text }) => text);
  expect(marked).toEqual(["fault", "HP-240", "E-31", "reset"]);
  expect(corrections).toEqual([{ written: "resett", used: "reset" }]);
});

it("finds words by the stems of each document's language, also of one recognized later", async () => {
  await store("pressure", "Check the pressures.");
  await store("druck", "Prüfen Sie die Drücke.");
  const search = openManualSearch(db);
  expect(await namesFor(search, "Druck")).toEqual([]);
  await db.knowledgeFiles.update("druck", { language: "german" });
  expect(await namesFor(search, "Druck")).toEqual(["druck.md"]);
  expect(await namesFor(search, "pressure")).toEqual(["pressure.md"]);
  expect(await namesFor(search, "die")).toEqual([]);
});

it("tells how many pages of the documents it searched are pictures", async () => {
  await store("fan", "The fan runs.", { page_count: 5, picture_pages: [2, 5] });
  await store("before", "The pump runs.", { page_count: 5, picture_pages: null });
  await store("closed", "A form.", {
    ...{ page_count: 9, picture_pages: [1], allowed_agents: ["voice_agent"] },
  });
  const search = openManualSearch(db);
  const pictures = async (agent: "ask" | "label") =>
    (await search({ query: "warranty", agent, limit: 5 })).picturePages;
  expect([await pictures("label"), await pictures("ask")]).toEqual([2, 3]);
});

it("names the words and codes of a question that no document has, in none of their forms", async () => {
  await store("pump", "The pumps of the HP-240 have flanges. E-30: close the valve.");
  const search = openManualSearch(db);
  const unknown = async (query: string) =>
    (await search({ query, agent: "ask", limit: 5 })).unknownWords;
  expect(await unknown("Which torx fits the flange of the pump HP 240, at 45 Nm?")).toEqual([
    "torx",
    "fits",
    "Nm",
  ]);
  expect(await unknown("What is E-31 on the HP-240?")).toEqual(["E-31"]);
  expect(await unknown("Close the vallve")).toEqual([]);
});
