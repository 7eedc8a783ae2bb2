import { readFileSync } from "node:fs";
import type { FileAgent, Passage } from "@contracts/knowledge.ts";
import { expect, it } from "vitest";
import { replacePassages } from "#mirror/person/knowledge/passages.ts";
import { db } from "#tests/support/empty-mirror.ts";
import { fileRow } from "#tests/support/rows.ts";
import { findExamples } from "./example-questions.ts";
import { openManualSearch } from "./manual-search.ts";

const AT = "2026-01-01T00:00:00Z";

let age = 0;

async function store(id: string, passages: Partial<Passage>[], isForLabel = true) {
  const created_at = new Date(Date.parse(AT) - age++).toISOString();
  const allowed_agents: FileAgent[] = isForLabel ? ["label_agent"] : [];
  const row = fileRow({ id, indexed_at: AT, created_at, allowed_agents });
  await db.knowledgeFiles.put({ ...row, passagesOf: AT, mirroredAt: 0, leaving: false });
  const rows = passages.map((each, chunk_no) => ({
    ...{ page: null, heading: null, body: "", ...each, chunk_no, file_id: id },
  }));
  await replacePassages(db, id, AT, rows);
}

async function storeManual(name: string, isForLabel?: boolean) {
  const url = new URL(`../../../supabase/seed/manuals/passages/${name}.json`, import.meta.url);
  await store(name, JSON.parse(readFileSync(url, "utf8")).passages, isForLabel);
}

const examples = (agent: "label" | "ask") => findExamples(db, openManualSearch(db), agent);

it("asks Label about codes, tables and headings of manuals, and Ask first about what Label may not use", async () => {
  await storeManual("northwind-hp-240-service-manual.pdf");
  await storeManual("alder-boiler-installation-guide.docx");
  await storeManual("refrigerant-safety-handbook.doc");
  expect(await examples("ask")).toEqual([
    "What does E-02 mean on the HP-240?",
    "What does F-14 mean?",
    "What is the boiling point at sea level for R-410A?",
  ]);
  await storeManual("company-service-policies.md", false);
  expect(await examples("label")).toEqual([
    "What does E-01 mean on the HP-240?",
    "What does F-12 mean?",
    "What is the lower flammability limit for R-410A?",
  ]);
  const about = (topic: string) => `What do the documents say about ${topic}?`;
  expect(await examples("ask")).toEqual(
    ["diagnostic visit", "emergency visit", "prices and approval"].map(about),
  );
});

it("asks nothing that the documents do not answer best where it is from", async () => {
  expect(await examples("ask")).toEqual([]);
  const unfit = [
    "The title",
    "Notes",
    "4 Pressure",
    "<b>Bold ones</b>",
    "Far too many words to ask a question about it",
  ];
  await store(
    "unfit",
    unfit.map((heading) => ({ heading, body: `${heading}\n\nOpen the valve.` })),
  );
  const frost = "Frost protection";
  await store("frost", [
    { heading: frost, body: `${frost}\n\nOpen the valve, and read all of this page before.` },
    { heading: "Pipes", body: `Pipes\n\n${frost}, ${frost} and ${frost}.` },
  ]);
  expect(await examples("ask")).toEqual([]);
});
