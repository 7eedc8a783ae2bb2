import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { useVersions } from "../world/versions.ts";
import type { World } from "../world/world.ts";

/** Checks that a held version waits, and what a search with it leaves. */
export function checkHeldVersions(world: () => World): void {
  describe("the held versions of a document", () => {
    const { library, bodies, rowOf, announce, send, addVersion, hold, release, remove } =
      useVersions(world);
    const searchWith = async (version: string, queries: string[], company = library().company) => {
      const body = { company, version, queries, agent: "ask_agent", max_results: 100 };
      return (await world().asServer("POST", "rpc/search_with_version", { body })).rows;
    };
    /** Adds a golden question whose passage must be of a document. @returns its id */
    async function addGolden(file_id: string): Promise<string> {
      const id = randomUUID();
      const body = {
        ...{ id, company_id: library().company, agent: "ask", question: "Krimo?" },
        ...{ expected: "passage", expected_text: "krimo", file_id },
      };
      await world().asServer("POST", "golden_questions", { body });
      return id;
    }
    const fileOf = async (id: string) =>
      (await world().asServer("GET", `golden_questions?id=eq.${id}`)).rows[0]?.file_id;

    test("wait while they are held, and take the old one's place when released", async () => {
      const old = await library().add(["plonto one"]);
      const held = await hold(old, "plonto two", "plonto three");
      expect(await bodies("plonto")).toEqual(["plonto one"]);
      expect(await rowOf(old)).toMatchObject({ superseded_by: held, superseded_at: null });
      expect((await release(held)).code).toBeNull();
      expect((await bodies("plonto")).sort()).toEqual(["plonto three", "plonto two"]);
      expect((await rowOf(old))?.superseded_at).not.toBeNull();
      expect(await rowOf(held)).toMatchObject({ is_held: false });
      expect((await release(randomUUID())).code).toBe("42501");
    });

    test("answer when their last passage arrives, if released before", async () => {
      const old = await library().add(["brenzo one"]);
      const { id } = await announce(old, 1, true);
      await release(id);
      expect(await bodies("brenzo")).toEqual(["brenzo one"]);
      await send(id, "brenzo two");
      expect(await bodies("brenzo")).toEqual(["brenzo two"]);
    });

    test("are their administrators' alone while they are held", async () => {
      const north = world().companies.north;
      const id = randomUUID();
      const body = {
        ...{ id, company_id: north, file_path: `${north}/${id}`, file_name: "Manual.pdf" },
        ...{ allowed_agents: ["label_agent"], kind: "pdf", size_bytes: 1, passage_count: 1 },
        is_held: true,
      };
      await world().asServer("POST", "knowledge_base", { body });
      await send(id, "gurpo");
      const seenBy = async (actor: "technician" | "admin") => {
        const paths = [`knowledge_base?id=eq.${id}`, `knowledge_chunks?file_id=eq.${id}`];
        const replies = await Promise.all(paths.map((path) => world().as(actor, "GET", path)));
        return replies.map(({ rows }) => rows.length);
      };
      expect(await seenBy("technician")).toEqual([0, 0]);
      expect(await seenBy("admin")).toEqual([1, 1]);
      const given = { version: id };
      const releaseAs = (actor: "technician" | "otherAdmin" | "admin") =>
        world().as(actor, "POST", "rpc/release_document_version", { body: given });
      expect((await releaseAs("technician")).code).toBe("42501");
      expect((await releaseAs("otherAdmin")).code).toBe("42501");
      expect((await releaseAs("admin")).code).toBeNull();
      expect(await seenBy("technician")).toEqual([1, 1]);
      await remove(id);
    });

    test("are searched as if released, and nothing remains changed", async () => {
      await library().add(["drumo drumo tavo"]);
      const old = await library().add(["drumo gelpo gelpo", "gelpo one"]);
      const held = await hold(old, "drumo gelpo", "gelpo two");
      const queries = ["drumo gelpo", "nothing of it", "tavo"];
      const ask = async () =>
        (await Promise.all(queries.map((query) => library().ask(query)))).flatMap((rows, i) =>
          rows.map((row) => ({ question: i + 1, ...row })),
        );
      const seen = async () => [await rowOf(old), await rowOf(held), await ask()];
      const before = await seen();
      const tried = await searchWith(held, queries);
      expect(await seen()).toEqual(before);
      await release(held);
      expect(tried).toEqual(await ask());
      expect(tried.map(({ body }) => body)).toContain("gelpo two");
      expect(tried.map(({ body }) => body)).not.toContain("gelpo one");
    });

    test("are not searched with, unless they are held, complete and of the company", async () => {
      const old = await library().add(["frinko one"]);
      const { id: unfinished } = await announce(old, 2, true);
      await send(unfinished, "frinko two");
      expect(await searchWith(unfinished, ["frinko"])).toEqual([]);
      const other = await library().add(["frinko three"]);
      expect(await searchWith(other, ["frinko"])).toEqual([]);
      const held = await hold(other, "frinko four");
      expect(await searchWith(held, ["frinko"], world().companies.north)).toEqual([]);
      expect(await searchWith(held, ["frinko"])).toHaveLength(2);
    });

    test("keep the golden questions of their document, whichever of them is named", async () => {
      const first = await library().add(["krimo one"]);
      const question = await addGolden(first);
      const second = await hold(first, "krimo two");
      expect(await fileOf(question)).toBe(first);
      await release(second);
      expect(await fileOf(question)).toBe(second);
      const late = await addGolden(first);
      expect(await fileOf(late)).toBe(second);
      const third = await addVersion(second, "krimo three");
      expect(await fileOf(question)).toBe(third);
      await remove(third);
      expect(await fileOf(question)).toBe(second);
      await remove(first);
      expect(await fileOf(question)).toBe(second);
      const fourth = await addVersion(second, "krimo four");
      await remove(second, fourth);
      expect(await fileOf(question)).toBeNull();
    });
  });
}
