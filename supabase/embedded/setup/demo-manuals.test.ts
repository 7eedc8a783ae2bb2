// @module-tag rest

import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DEMO_MANUALS, DEMO_PASSWORD } from "#supabase/seed/demo.ts";
import { type Backend, rest, signIn, startBackend } from "#tests/support/backend.ts";

const labelManuals = DEMO_MANUALS.filter(({ allowedAgents }) =>
  allowedAgents.includes("label_agent"),
).map(({ fileName }) => fileName);

interface File {
  file_name: string;
  file_path: string;
  size_bytes: number;
  passage_count: number;
  indexed_passages: number;
}

let backend: Backend;
let admin: string;
let technician: string;

beforeAll(async () => {
  backend = await startBackend({ env: { OPENAI_API_KEY: "" } });
  admin = (await signIn(backend, "admin@demo.example", DEMO_PASSWORD)).accessToken;
  technician = (await signIn(backend, "tech@demo.example", DEMO_PASSWORD)).accessToken;
});

afterAll(async () => {
  await backend?.stop();
});

async function filesOf(person: string): Promise<File[]> {
  return (await rest<File[]>(backend, person, "GET", "knowledge_base?order=created_at")).body;
}

test("every manual is searchable, and its stored object is the file itself", async () => {
  const files = await filesOf(admin);
  expect(files.map(({ file_name }) => file_name)).toEqual(
    DEMO_MANUALS.map(({ fileName }) => fileName),
  );
  for (const file of files) {
    expect(file.passage_count).toBeGreaterThan(10);
    expect(file.indexed_passages).toBe(file.passage_count);
    const reply = await fetch(
      `${backend.url}/storage/v1/object/knowledge-base/${encodeURI(file.file_path)}`,
      { headers: { apikey: backend.publishableKey, authorization: `Bearer ${admin}` } },
    );
    const stored = Buffer.from(await reply.arrayBuffer());
    const source = new URL(`../../seed/manuals/${file.file_name}`, import.meta.url);
    expect(stored.equals(await readFile(source)), file.file_name).toBe(true);
    expect(file.size_bytes).toBe(stored.length);
  }
});

test("the technician can find all manuals but the company's policies", async () => {
  const names = (await filesOf(technician)).map(({ file_name }) => file_name);
  expect(names).toEqual(labelManuals);
});

test.each([
  ["label-query", "Outdoor fan of the HP-240/A hums: E-30?", "northwind-hp-240-service-manual.pdf"],
  ["ask-query", "Nobody opens the door: how long do I wait?", "company-service-policies.md"],
])(
  "%s answers with a passage of a manual while no provider is set up",
  async (agent, question, manual) => {
    const reply = await fetch(`${backend.url}/functions/v1/${agent}`, {
      method: "POST",
      headers: {
        apikey: backend.publishableKey,
        authorization: `Bearer ${technician}`,
        "content-type": "application/json",
        "idempotency-key": randomUUID(),
      },
      body: JSON.stringify({ question }),
    });
    expect(await reply.json()).toMatchObject({
      basis: "passages",
      sources: expect.arrayContaining([expect.objectContaining({ file_name: manual })]),
    });
  },
);
