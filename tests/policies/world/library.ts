import { randomUUID } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import type { Row } from "./rest.ts";
import type { World } from "./world.ts";

/** As many passages as the upload sends at a time: more of them may take longer than a request may. */
const BATCH = 100;

export type Library = Awaited<ReturnType<typeof openLibrary>>;

/** A company to fill with passages; until it is given back, the person `stray` belongs to it. */
export async function openLibrary(world: World) {
  const company: string = randomUUID();
  await world.asServer("POST", "companies", { body: { id: company, name: "Library" } });
  const person = world.idOf("stray");
  const move = (company_id: string | null, can_use_label_agent: boolean) =>
    world.asServer("PATCH", `profiles?id=eq.${person}`, {
      body: { company_id, can_use_label_agent },
    });
  await move(company, true);
  return {
    company,
    /** Adds a searchable file with these passages. @returns its id */
    async add(passages: readonly (string | Row)[], changes: Row = {}) {
      const id: string = randomUUID();
      await world.asServer("POST", "knowledge_base", {
        body: {
          ...{ id, file_name: "Manual.pdf", file_path: `${company}/${id}`, company_id: company },
          ...{ allowed_agents: ["label_agent"], kind: "pdf", size_bytes: 1 },
          ...{ passage_count: passages.length, ...changes },
        },
      });
      const rows = passages.map((passage, chunk_no) => ({
        ...{ file_id: id, chunk_no, page: 1, heading: null },
        ...(typeof passage === "string" ? { body: passage } : passage),
      }));
      for (let from = 0; from < rows.length; from += BATCH) {
        const body = rows.slice(from, from + BATCH);
        await world.asServer("POST", "knowledge_chunks", { body });
      }
      return id;
    },
    /** The passages that answer a question of `stray`, best first. */
    async ask(query: string, agent = "ask_agent", most = 100) {
      const body = { person, query, agent, max_results: most };
      return (await world.asServer("POST", "rpc/search_knowledge_for", { body })).rows;
    },
    async giveBack() {
      await move(null, false);
      await world.asServer("DELETE", `companies?id=eq.${company}`);
    },
  };
}

/** A library for all tests of a suite. */
export function useLibrary(world: () => World): () => Library {
  let library: Library;
  beforeAll(async () => {
    library = await openLibrary(world());
  });
  afterAll(async () => {
    await library.giveBack();
  });
  return () => library;
}
