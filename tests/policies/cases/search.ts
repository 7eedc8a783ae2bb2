import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { openLibrary, useLibrary } from "../world/library.ts";
import { actorNames, administers, usesLabel } from "../world/people.ts";
import { manualOf } from "../world/tables.ts";
import type { World } from "../world/world.ts";

/** Checks who finds which passages, and of which documents. */
export function checkSearch(world: () => World): void {
  const search = (as: (typeof actorNames)[number], agent: string, query = "filter sensor") =>
    world().as(as, "POST", "rpc/search_knowledge", { body: { query, agent, max_results: 10 } });

  describe("search_knowledge", () => {
    test.each(actorNames)("finds for %s the manuals that they may read", async (actor) => {
      for (const agent of ["label_agent", "ask_agent"]) {
        const { code, rows } = await search(actor, agent);
        expect(code).toBeNull();
        const readable = (["north", "south"] as const).filter(
          (name) => administers(actor, name) || usesLabel(actor, name),
        );
        expect(new Set(rows.map((row) => row.file_id))).toEqual(
          new Set(readable.map((name) => manualOf(world().companies[name]))),
        );
      }
      for (const agent of ["voice_agent", "", null]) {
        const { rows } = await search(actor, agent as string);
        expect(rows).toEqual([]);
      }
    });

    test("finds words by the stems of a document's language, also after that has changed", async () => {
      const library = await openLibrary(world());
      const body = "Prüfen Sie die Dichtungen der Pumpen.";
      const german = await library.add([body], { language: "german" });
      const unknown = await library.add([body]);
      const found = async () =>
        (await library.ask("Dichtung")).map(({ file_id }) => String(file_id)).sort();
      expect(await found()).toEqual([german]);
      const change = { body: { language: "german" } };
      await world().asServer("PATCH", `knowledge_base?id=eq.${unknown}`, change);
      expect(await found()).toEqual([german, unknown].sort());
      await library.giveBack();
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
      const body = {
        ...{ person: world().idOf("technician"), query: `filter ${words(500_000)}` },
        ...{ agent: "ask_agent", max_results: 10 },
      };
      const begun = performance.now();
      const large = await world().asServer("POST", "rpc/search_knowledge_for", { body });
      expect(large.rows).not.toEqual([]);
      expect(performance.now() - begun).toBeLessThan(20_000);
    });

    test("for a person respects their company, their status and their access to the agent", async () => {
      const filesFor = async (person: (typeof actorNames)[number], agent: string) => {
        const body = { person: world().idOf(person), query: "filter", agent, max_results: 10 };
        const { rows } = await world().asServer("POST", "rpc/search_knowledge_for", { body });
        return rows.map((row) => row.file_id);
      };
      const north = [manualOf(world().companies.north)];
      expect(await filesFor("technician", "label_agent")).toEqual(north);
      expect(await filesFor("roleless", "ask_agent")).toEqual(north);
      for (const person of ["roleless", "admin", "superAdmin"] as const) {
        expect(await filesFor(person, "label_agent")).toEqual([]);
      }
      for (const person of ["suspendedTechnician", "companylessTechnician"] as const) {
        expect(await filesFor(person, "ask_agent")).toEqual([]);
      }
      expect(await filesFor("otherTechnician", "ask_agent")).toEqual([
        manualOf(world().companies.south),
      ]);
      expect(await filesFor("technician", "voice_agent")).toEqual([]);
    });
  });

  describe("the search of a company", () => {
    const library = useLibrary(world);
    const bodies = async (query: string, agent?: string) =>
      (await library().ask(query, agent)).map((row) => row.body);

    test("finds for the Label agent only files that are open to it", async () => {
      const file = await library().add(["zorbo one"], { allowed_agents: ["voice_agent"] });
      expect(await bodies("zorbo", "label_agent")).toEqual([]);
      expect(await bodies("zorbo", "ask_agent")).toEqual(["zorbo one"]);
      await world().asServer("PATCH", `knowledge_base?id=eq.${file}`, {
        body: { allowed_agents: ["label_agent"] },
      });
      expect(await bodies("zorbo", "label_agent")).toEqual(["zorbo one"]);
    });

    test("finds a file once all its passages have arrived, and until it is being deleted", async () => {
      const file = await library().add(["quando one", "quando two"], { passage_count: 3 });
      const path = `knowledge_base?id=eq.${file}`;
      expect(await bodies("quando")).toEqual([]);
      const { rows: before } = await world().asServer("GET", path);
      const third = { file_id: file, chunk_no: 2, body: "quando three" };
      await world().asServer("POST", "knowledge_chunks", { body: third });
      expect(await bodies("quando")).toHaveLength(3);
      const { rows: after } = await world().asServer("GET", path);
      expect(after[0]?.indexed_passages).toBe(3);
      expect(after[0]?.indexed_at).not.toBe(before[0]?.indexed_at);
      await world().asServer("PATCH", path, { body: { deleting_at: new Date().toISOString() } });
      expect(await bodies("quando")).toEqual([]);
      await world().asServer("PATCH", path, { body: { deleting_at: null } });
      expect(await bodies("quando")).toHaveLength(3);
      await world().asServer("DELETE", `knowledge_chunks?file_id=eq.${file}&chunk_no=eq.1`);
      expect(await bodies("quando")).toEqual([]);
      await world().asServer("PATCH", path, { body: { passage_count: 2 } });
      expect(await bodies("quando")).toHaveLength(2);
      await world().asServer("PATCH", `knowledge_chunks?file_id=eq.${file}&chunk_no=eq.2`, {
        body: { body: "velmo three" },
      });
      expect(await bodies("quando")).toEqual(["quando one"]);
      expect(await bodies("velmo")).toEqual(["velmo three"]);
    });

    test("understands a sentence, by word stems, and also searches headings", async () => {
      await library().add([
        { body: "Nothing of the kind.", heading: "Descaling exchangers" },
        "Bleed every radiator before the season.",
      ]);
      expect((await bodies("How should I be bleeding the radiators?"))[0]).toContain("radiator");
      expect(await bodies("descaled exchanger")).toEqual(["Nothing of the kind."]);
      const [headed] = await library().ask("descaled exchanger");
      expect(headed?.heading).toBe("Descaling exchangers");
      expect((await library().ask("radiators"))[0]?.heading).toBeNull();
      expect(await bodies("how should I be of the?")).toEqual([]);
      expect(await bodies("")).toEqual([]);
    });

    test("prefers exact codes over their separate parts", async () => {
      await library().add([
        "Unit 47 of series E stands beside unit 12, which is of series E as well: series E, 47.",
        "E-47: the condensate pump is blocked.",
        "E-48: the condensate sensor is open.",
        "Order the gasket for the HP-240/B here.",
        "Order the gasket for the HP-240/C here.",
        "Charge R-32 through the liquid line only.",
        "The relay takes 24V from the board.",
        "The relay takes 230V from the mains.",
      ]);
      expect((await bodies("What does e-47 mean?"))[0]).toMatch(/^E-47/);
      expect((await bodies("E–48?"))[0]).toMatch(/^E-48/);
      expect((await bodies("gasket of an HP-240/C"))[0]).toContain("HP-240/C");
      expect((await bodies("gasket of an HP-240/B"))[0]).toContain("HP-240/B");
      expect((await bodies("how to fill R32"))[0]).toContain("R-32");
      expect((await bodies("is there 24V at the relay?"))[0]).toContain("24V");
    });

    test("treats special characters of a question as plain text", async () => {
      await library().add(["tremolo'); drop table companies; -- <b>tremolo</b>"]);
      for (const query of ["tremolo' or 1=1 --", "tremolo & ! | (", "<b>tremolo", "tremolo:*"]) {
        expect((await bodies(query))[0]).toContain("tremolo");
      }
      expect(await bodies("x".repeat(4000))).toEqual([]);
    });

    test("keeps nothing of a deleted company", async () => {
      const library = await openLibrary(world());
      const file = await library.add(["bako"]);
      await world().asServer("DELETE", `companies?id=eq.${library.company}`);
      for (const path of [`knowledge_base?id=eq.${file}`, `knowledge_chunks?file_id=eq.${file}`]) {
        expect((await world().asServer("GET", path)).rows).toEqual([]);
      }
      await library.giveBack();
    });

    test("finds nothing for an unknown person", async () => {
      const body = { person: randomUUID(), query: "filter", agent: "ask_agent", max_results: 5 };
      const { rows } = await world().asServer("POST", "rpc/search_knowledge_for", { body });
      expect(rows).toEqual([]);
    });
  });
}
