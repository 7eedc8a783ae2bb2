// @module-tag rest
// @module-tag long

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Backend, rest, startBackend } from "#tests/support/backend.ts";
import { command, entryOf } from "#tests/support/backup-commands.ts";
import { demoBackup } from "#tests/support/demo-backup.ts";

const demo = demoBackup();

/** Adds a file with one passage, and makes it the next version of another one. */
async function addVersion(backend: Backend, company: string, body: string, previous?: string) {
  const id = randomUUID();
  const send = async (method: "POST" | "PATCH", path: string, content: object) => {
    const { status } = await rest(backend, "service", method, path, content);
    expect(status).toBeLessThan(300);
  };
  await send("POST", "knowledge_base", {
    ...{ id, company_id: company, file_name: `${body}.md`, file_path: `${company}/${id}` },
    ...{ allowed_agents: ["label_agent"], kind: "md", size_bytes: 1, passage_count: 1 },
  });
  if (previous !== undefined) {
    await send("PATCH", `knowledge_base?id=eq.${previous}`, { superseded_by: id });
  }
  await send("POST", "knowledge_chunks", { file_id: id, chunk_no: 0, body: `zentria ${body}` });
  return id;
}

test("replaced versions of documents are restored as what they are", async () => {
  const source = await startBackend();
  const { body: companies } = await rest<{ id: string }[]>(
    source,
    "service",
    "GET",
    "companies?select=id",
  );
  const company = companies[0]?.id ?? "";
  const first = await addVersion(source, company, "one");
  const second = await addVersion(source, company, "two", first);
  await addVersion(source, company, "three", second);
  const { body: people } = await rest<{ id: string }[]>(
    source,
    "service",
    "GET",
    "profiles?select=id&email=eq.tech@demo.example",
  );
  const found = async (backend: Backend) => {
    const query = { query: "zentria", agent: "label_agent", max_results: 5 };
    const { body } = await rest<{ body: string }[]>(
      backend,
      "service",
      "POST",
      "rpc/search_knowledge_for",
      { person: people[0]?.id, ...query },
    );
    return body.map((passage) => passage.body);
  };
  expect(await found(source)).toEqual(["zentria three"]);
  const archive = join(demo.directory, "versions.tgz");
  await command("backup", { dataDir: source.dataDir }, archive);
  await source.stop();

  const place = await demo.onPostgres("versions");
  await command("restore", place, archive);
  expect(await demo.contentsOf(place, "versions again.tgz")).toEqual(
    await entryOf(archive, "contents.json"),
  );
  const target = await startBackend({ ...place, env: { DEMO: "1" } });
  expect(await found(target)).toEqual(["zentria three"]);
  // The rules between versions hold there too.
  const { status } = await rest(target, "service", "PATCH", `knowledge_base?id=eq.${second}`, {
    superseded_by: first,
  });
  expect(status).toBe(400);
  await target.stop();
});
