import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectedSearch } from "#tests/support/expected-search.ts";
import { type Library, openLibrary } from "../world/library.ts";
import { actorNames } from "../world/people.ts";
import { manualOf } from "../world/tables.ts";
import type { World } from "../world/world.ts";
import { checkSearchOrder, inBrief, withSixDigits } from "./search-order.ts";
import { checkPruning } from "./search-pruning.ts";

/** Checks who finds which passages, and how they are ranked. */
export function checkSearch(world: () => World): void {
  const search = (
    as: (typeof actorNames)[number] | "anon",
    agent: string,
    query = "filter sensor",
  ) => world().as(as, "POST", "rpc/search_knowledge", { body: { query, agent, max_results: 10 } });

  describe("search_knowledge", () => {
    const companiesFoundBy: Record<(typeof actorNames)[number], ("north" | "south")[]> = {
      technician: ["north"],
      roleless: [],
      admin: ["north"],
      superAdmin: ["north", "south"],
      suspendedTechnician: [],
      suspendedAdmin: [],
      suspendedSuperAdmin: [],
      otherAdmin: ["south"],
      otherTechnician: ["south"],
      companylessTechnician: [],
      companylessAdmin: [],
    };

    test.each(actorNames)("finds for %s the manuals that they may read", async (actor) => {
      for (const agent of ["label_agent", "ask_agent"]) {
        const { code, rows } = await search(actor, agent);
        expect(code).toBeNull();
        expect(new Set(rows.map((row) => row.file_id))).toEqual(
          new Set(companiesFoundBy[actor].map((name) => manualOf(world().companies[name]))),
        );
      }
      for (const agent of ["voice_agent", "", null]) {
        const { rows } = await search(actor, agent as string);
        expect(rows).toEqual([]);
      }
    });

    test("is refused without a signed-in person", async () => {
      expect(await search("anon", "ask_agent")).toMatchObject({ code: "42501", rows: [] });
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
      expect(performance.now() - begun).toBeLessThan(5000);
    });

    test("for a person can be called by the server only", async () => {
      const body = {
        ...{ person: world().idOf("otherTechnician"), query: "filter" },
        ...{ agent: "ask_agent", max_results: 10 },
      };
      for (const actor of ["anon", ...actorNames] as const) {
        const reply = await world().as(actor, "POST", "rpc/search_knowledge_for", { body });
        expect([actor, reply.code, reply.rows]).toEqual([actor, "42501", []]);
      }
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
    let library: Library;
    beforeAll(async () => {
      library = await openLibrary(world());
    });
    afterAll(async () => {
      await library.giveBack();
    });
    const bodies = async (query: string, agent?: string) =>
      (await library.ask(query, agent)).map((row) => row.body);

    test("finds for the Label agent only files that are open to it", async () => {
      const file = await library.add(["zorbo one"], { allowed_agents: ["voice_agent"] });
      expect(await bodies("zorbo", "label_agent")).toEqual([]);
      expect(await bodies("zorbo", "ask_agent")).toEqual(["zorbo one"]);
      await world().asServer("PATCH", `knowledge_base?id=eq.${file}`, {
        body: { allowed_agents: ["label_agent"] },
      });
      expect(await bodies("zorbo", "label_agent")).toEqual(["zorbo one"]);
    });

    test("finds a file once all its passages have arrived, and until it is being deleted", async () => {
      const file = await library.add(["quando one", "quando two"], { passage_count: 3 });
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
      await library.add([
        { body: "Nothing of the kind.", heading: "Descaling exchangers" },
        "Bleed every radiator before the season.",
      ]);
      expect((await bodies("How should I be bleeding the radiators?"))[0]).toContain("radiator");
      expect(await bodies("descaled exchanger")).toEqual(["Nothing of the kind."]);
      const [headed] = await library.ask("descaled exchanger");
      expect(headed?.heading).toBe("Descaling exchangers");
      expect((await library.ask("radiators"))[0]?.heading).toBeNull();
      expect(await bodies("how should I be of the?")).toEqual([]);
      expect(await bodies("")).toEqual([]);
    });

    test("prefers exact codes over their separate parts", async () => {
      await library.add([
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
      await library.add(["tremolo'); drop table companies; -- <b>tremolo</b>"]);
      for (const query of ["tremolo' or 1=1 --", "tremolo & ! | (", "<b>tremolo", "tremolo:*"]) {
        expect((await bodies(query))[0]).toContain("tremolo");
      }
      expect(await bodies("x".repeat(4000))).toEqual([]);
    });
  });

  describe("the ranking", () => {
    // Words that are their own stems and no stop words.
    const words = ["bako", "dumo", "gilo", "kavo", "lemo", "nuro", "pado", "rizo", "savu", "tolu"];
    const passages = (least: number) =>
      fc.array(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 30 }), {
        minLength: least,
        maxLength: 12,
      });
    const query = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 });

    test("equals the textbook's BM25 ranked again as on a device, also after files were added and deleted", {
      timeout: 120_000,
    }, async () => {
      const property = fc.asyncProperty(
        fc.array(passages(1), { minLength: 1, maxLength: 3 }),
        passages(1),
        fc.array(query, { minLength: 1, maxLength: 4 }),
        async (kept, dropped, queries) => {
          const library = await openLibrary(world());
          try {
            const text = (terms: readonly string[]) => terms.join(" ");
            const files: string[] = [];
            for (const file of kept.slice(1)) files.push(await library.add(file.map(text)));
            const [last = []] = kept;
            const [gone, added] = await Promise.all([
              library.add(dropped.map(text)),
              library.add(last.map(text)),
            ]);
            await world().asServer("DELETE", `knowledge_base?id=eq.${gone}`);
            files.push(added);
            const documents = [...kept.slice(1), last].flatMap((terms, i) =>
              terms.map((words, chunkNo) => ({ file: files[i] ?? "", chunkNo, terms: words })),
            );
            const rank = expectedSearch(documents);
            for (const terms of queries) {
              const found = await library.ask(text(terms));
              expect(inBrief(found)).toEqual(rank(terms).map(withSixDigits));
            }
          } finally {
            await library.giveBack();
          }
        },
      );
      await fc.assert(property, { numRuns: 12 });
    });

    test("stays right when many files are written at once", async () => {
      const library = await openLibrary(world());
      const files = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          library.add([`bako dumo${i % 2}`, "dumo", "gilo bako"]),
        ),
      );
      await Promise.all(
        files.slice(0, 4).map((id) => world().asServer("DELETE", `knowledge_base?id=eq.${id}`)),
      );
      const rank = expectedSearch(
        files.slice(4).flatMap((file, i) =>
          [["bako", `dumo${i % 2}`], ["dumo"], ["gilo", "bako"]].map((terms, chunkNo) => {
            return { file, chunkNo, terms };
          }),
        ),
      );
      expect(inBrief(await library.ask("gilo"))).toEqual(rank(["gilo"]).map(withSixDigits));
      await library.giveBack();
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

  checkPruning(world);
  checkSearchOrder(world);
}
