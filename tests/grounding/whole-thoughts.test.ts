import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
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
 * Questions about the demo manuals without a model. One of the shown passages has all of `answers`; none
 * is shown where that is empty. `after` is the person's question before it.
 */
const QUESTIONS: { question: string; after?: string | null; answers: string[] }[] = JSON.parse(
  readFileSync(new URL("whole-thoughts.json", import.meta.url), "utf8"),
);

/** So many may be missed. */
const MOST_MISSED = 0.1;

/** The questions are many requests, one after the other. */
const TIMEOUT_MS = 300_000;
const AT = "2026-01-01T00:00:00Z";
const MANUALS = new URL("../../supabase/seed/manuals/passages/", import.meta.url);

const db = new PersonDatabase("technician");
let bench: AgentBench;
let tess: Technician;

beforeAll(async () => {
  bench = await startAgentBench();
  tess = await bench.createTechnician();
  const rows = [];
  for (const name of readdirSync(MANUALS).sort()) {
    const { passages }: { passages: Passage[] } = JSON.parse(
      readFileSync(new URL(name, MANUALS), "utf8"),
    );
    const given = passages.map(({ page, heading, body }) => ({
      ...{ body, ...(page !== null && { page }), ...(heading !== null && { heading }) },
    }));
    const file = { name: name.replace(/\.json$/, ""), passages: given };
    const id = await addManual(bench, tess.companyId, file);
    const row = { ...fileRow({ id, indexed_at: AT }), file_name: file.name };
    rows.push({
      row,
      passages: passages.map((each, chunk_no) => ({ ...each, chunk_no, file_id: id })),
    });
  }
  const files = { rows: rows.map(({ row }) => row), askedAt: 1, now: 1 };
  await replaceKnowledgeFiles(db, files);
  for (const { row, passages } of rows) await replacePassages(db, row.id, AT, passages);
});
afterAll(() => bench.stop());

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

test.each(Object.entries(WAYS))(
  "questions are answered by whole thoughts %s",
  {
    timeout: TIMEOUT_MS,
  },
  async (_, ask) => {
    const missed: string[] = [];
    for (const { question, after, answers } of QUESTIONS) {
      const earlier = after ? [after] : [];
      const shown = (await ask({ question, earlier })).map(inOneLine);
      const isRight =
        answers.length === 0
          ? shown.length === 0
          : shown.some((text) => answers.every((words) => text.includes(inOneLine(words))));
      if (!isRight) missed.push(`${question}\n  ${shown.join("\n  ")}`);
    }
    expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(MOST_MISSED * QUESTIONS.length);
  },
);
