import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { useLibrary } from "../world/library.ts";
import { type ActorName, actorNames, readsManuals } from "../world/people.ts";
import { manualOf } from "../world/tables.ts";
import type { World } from "../world/world.ts";

/** Checks who finds which passages, and of which documents. */
export function checkSearch(world: () => World): void {
  const search = (as: ActorName, agent: string | null, query = "filter sensor") =>
    world().as(as, "POST", "rpc/search_knowledge", { body: { query, agent, max_results: 10 } });
  const searchFor = async (person: string, agent: string, query = "filter") => {
    const body = { person, query, agent, max_results: 10 };
    const { rows } = await world().asServer("POST", "rpc/search_knowledge_for", { body });
    return rows.map((row) => row.file_id);
  };

  describe("search_knowledge", () => {
    test.each(actorNames)("finds for %s the manuals that they may read", async (actor) => {
      for (const agent of ["label_agent", "ask_agent"]) {
        const { code, rows } = await search(actor, agent);
        expect(code).toBeNull();
        const readable = (["north", "south"] as const).filter((name) => readsManuals(actor, name));
        expect(new Set(rows.map((row) => row.file_id))).toEqual(
          new Set(readable.map((name) => manualOf(world().companies[name]))),
        );
      }
      for (const agent of ["voice_agent", "", null]) {
        expect((await search(actor, agent)).rows).toEqual([]);
      }
    });

    test.each([
      ["technician", "label_agent", "north"],
      ["roleless", "ask_agent", "north"],
      ["otherTechnician", "ask_agent", "south"],
      ["roleless", "label_agent", null],
      ["admin", "label_agent", null],
      ["superAdmin", "label_agent", null],
      ["suspendedTechnician", "ask_agent", null],
      ["companylessTechnician", "ask_agent", null],
      ["technician", "voice_agent", null],
    ] as const)(
      "for the server finds by %s and %s the manual of the company %s",
      async (person, agent, company) => {
        const expected = company === null ? [] : [manualOf(world().companies[company])];
        expect(await searchFor(world().idOf(person), agent)).toEqual(expected);
      },
    );

    test("finds nothing for an unknown person", async () => {
      expect(await searchFor(randomUUID(), "ask_agent")).toEqual([]);
    });

    test("uses only the beginning of a text that is longer than a question", async () => {
      const words = (count: number) =>
        Array.from({ length: count }, (_, i) => `word${i.toString(36)}`).join(" ");
      const begins = await search("technician", "ask_agent", `filter sensor ${words(900)}`);
      expect(begins.rows).not.toEqual([]);
      const after = await search("technician", "ask_agent", `${words(900)} filter sensor`);
      expect(after.rows).toEqual([]);
      // The server calls a function without this limit, so a long text must not cost it too much
      // either.
      const begun = performance.now();
      const person = world().idOf("technician");
      expect(await searchFor(person, "ask_agent", `filter ${words(500_000)}`)).not.toEqual([]);
      expect(performance.now() - begun).toBeLessThan(20_000);
    });
  });

  describe("the search of a company", () => {
    const library = useLibrary(world);
    const bodies = async (query: string, agent?: string) =>
      (await library().ask(query, agent)).map((row) => row.body);
    const change = (file: string, body: object) =>
      world().asServer("PATCH", `knowledge_base?id=eq.${file}`, { body });

    test("finds for the Label agent only files that are open to it", async () => {
      const file = await library().add(["zorbo one"], { allowed_agents: ["voice_agent"] });
      expect(await bodies("zorbo", "label_agent")).toEqual([]);
      expect(await bodies("zorbo", "ask_agent")).toEqual(["zorbo one"]);
      await change(file, { allowed_agents: ["label_agent"] });
      expect(await bodies("zorbo", "label_agent")).toEqual(["zorbo one"]);
    });

    test("finds a file once all its passages have arrived, and until it is being deleted", async () => {
      const file = await library().add(["quando one", "quando two"], { passage_count: 3 });
      const row = async () =>
        (await world().asServer("GET", `knowledge_base?id=eq.${file}`)).rows[0];
      const chunk = (number: number) => `knowledge_chunks?file_id=eq.${file}&chunk_no=eq.${number}`;
      expect(await bodies("quando")).toEqual([]);
      const before = await row();
      const third = { file_id: file, chunk_no: 2, body: "quando three" };
      await world().asServer("POST", "knowledge_chunks", { body: third });
      expect(await bodies("quando")).toHaveLength(3);
      const after = await row();
      expect(after?.indexed_passages).toBe(3);
      expect(after?.indexed_at).not.toBe(before?.indexed_at);
      await change(file, { deleting_at: new Date().toISOString() });
      expect(await bodies("quando")).toEqual([]);
      await change(file, { deleting_at: null });
      expect(await bodies("quando")).toHaveLength(3);
      await world().asServer("DELETE", chunk(1));
      expect(await bodies("quando")).toEqual([]);
      await change(file, { passage_count: 2 });
      expect(await bodies("quando")).toHaveLength(2);
      await world().asServer("PATCH", chunk(2), { body: { body: "velmo three" } });
      expect(await bodies("quando")).toEqual(["quando one"]);
      expect(await bodies("velmo")).toEqual(["velmo three"]);
    });

    test("finds words by the stems of a document's language, also after that has changed", async () => {
      const file = await library().add(["Prüfen Sie die Dichtungen der Pumpen."]);
      expect(await bodies("Dichtung")).toEqual([]);
      await change(file, { language: "german" });
      expect(await bodies("Dichtung")).toHaveLength(1);
    });
  });
}
