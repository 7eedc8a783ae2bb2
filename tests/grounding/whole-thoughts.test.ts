import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openManualSearch } from "#knowledge/search/manual-search.ts";
import { replaceKnowledgeFiles } from "#mirror/person/knowledge/knowledge-files.ts";
import { replacePassages } from "#mirror/person/knowledge/passages.ts";
import { PersonDatabase } from "#mirror/person/person-database.ts";
import type { Passage } from "#supabase/functions/_shared/contracts/knowledge.ts";
import { questionReplySchema } from "#supabase/functions/_shared/contracts/question.ts";
import { searchContext } from "#supabase/functions/_shared/contracts/terms/telling-words.ts";
import { questionFunction } from "#supabase/functions/_shared/grounding/question-function.ts";
import { type AgentBench, startAgentBench, type Technician } from "#tests/support/agent-bench.ts";
import { jsonRequest } from "#tests/support/json-request.ts";
import { addManual } from "#tests/support/manuals.ts";
import { fileRow } from "#tests/support/rows.ts";

/**
 * A question about the manuals, asked without a model. A shown passage that has all of `answers` is
 * right; none is shown where that is empty. `after` is the person's question before it.
 */
interface Question {
  question: string;
  after?: string | null;
  answers: string[];
}

const readQuestions = (file: string): Question[] =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));

/** The questions are many requests, one after the other. */
const TIMEOUT_MS = 300_000;
const AT = "2026-01-01T00:00:00Z";
const DEMO_MANUALS = join(import.meta.dirname, "../../supabase/seed/manuals/passages");

const db = new PersonDatabase("technician");
let bench: AgentBench;
let tess: Technician;

beforeAll(async () => {
  bench = await startAgentBench();
  tess = await bench.createTechnician();
  const rows = [];
  for (const { name, passages } of readManuals()) {
    const given = passages.map(({ page, heading, body }) => ({
      ...{ body, ...(page !== null && { page }), ...(heading !== null && { heading }) },
    }));
    const id = await addManual(bench, tess.companyId, { name, passages: given });
    const row = { ...fileRow({ id, indexed_at: AT }), file_name: name };
    rows.push({
      row,
      passages: passages.map((each, chunk_no) => ({ ...each, chunk_no, file_id: id })),
    });
  }
  const files = { rows: rows.map(({ row }) => row), askedAt: 1, now: 1 };
  await replaceKnowledgeFiles(db, files);
  for (const { row, passages } of rows) await replacePassages(db, row.id, AT, passages);
}, TIMEOUT_MS);
afterAll(() => bench.stop());

const readManuals = (): { name: string; passages: Passage[] }[] =>
  readdirSync(DEMO_MANUALS)
    .sort()
    .map((name) => ({
      ...JSON.parse(readFileSync(join(DEMO_MANUALS, name), "utf8")),
      name: name.replace(/\.json$/, ""),
    }));

interface Asked {
  question: string;
  earlier: string[];
}

/** The texts that a person sees, each below its heading. */
const WAYS: Record<string, (asked: Asked) => Promise<string[]>> = {
  async "on the device"({ question: query, earlier }) {
    const search = openManualSearch(db);
    const context = searchContext(query, earlier);
    const asked = { query, context, agent: "ask", limit: 3, onlyRelevant: true } as const;
    return (await search(asked)).hits.map(({ part }) => `${part.heading}\n${part.text}`);
  },
  async "on the server"({ question, earlier }) {
    const history = earlier.map((content) => ({ role: "user", content }));
    const headers = { accessToken: tess.accessToken, key: randomUUID() };
    const request = jsonRequest("ask-query", { question, history }, headers);
    const environment = bench.environment({
      ...{ OPENAI_BASE_URL: "", OPENAI_API_KEY: "", AI_PACE_PER_MINUTE: "1000" },
    });
    const reply = await questionFunction("ask")(environment, bench.ports())(request);
    const { sources } = questionReplySchema.parse(await reply.json());
    return sources.map(({ heading, quote }) => `${heading}\n${quote}`);
  },
};

const inOneLine = (text: string) => text.replace(/\s+/g, " ");

/** Asks a question. @returns the place of the first right passage, 0 for none, and all that is shown */
async function findPlace(way: string, { question, after, answers }: Question) {
  const shown = await WAYS[way]?.({ question, earlier: after ? [after] : [] });
  const texts = shown?.map(inOneLine) ?? [];
  const isRight = (text: string) => answers.every((words) => text.includes(inOneLine(words)));
  const none = texts.length === 0 ? 1 : 0;
  return {
    place: answers.length === 0 ? none : texts.findIndex(isRight) + 1,
    described: `${question}\n  ${texts.join("\n  ")}`,
  };
}

test.each([
  ["on the device", "whole-thoughts.json", 3, 2],
  ["on the server", "whole-thoughts.json", 3, 2],
  ["on the device", "first-passages.json", 1, 8],
  ["on the server", "first-passages.json", 1, 8],
])(
  "%s, %s are answered in the first %i passages but for %i",
  {
    timeout: TIMEOUT_MS,
  },
  async (way, file, last, mostMissed) => {
    const missed: string[] = [];
    for (const question of readQuestions(file)) {
      const found = await findPlace(way, question);
      if (found.place === 0 || found.place > last) missed.push(found.described);
    }
    expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(mostMissed);
  },
);
