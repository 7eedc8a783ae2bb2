import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { READING, useVersions } from "../world/versions.ts";
import type { World } from "../world/world.ts";

/** Checks what versions of a document do to the search, and to the golden questions. */
export function checkVersions(world: () => World): void {
  describe("the versions of a document", () => {
    const { library, bodies, rowOf, announce, send, addVersion, restore, remove } =
      useVersions(world);

    test("take each other's place when the last passage of the new one arrives", async () => {
      const old = await library().add(["bonzo one"], { allowed_agents: ["snap_agent"] });
      const { id } = await announce(old, 2);
      await send(id, "bonzo two");
      expect(await bodies("bonzo")).toEqual(["bonzo one"]);
      expect(await rowOf(old)).toMatchObject({ superseded_by: id, superseded_at: null });
      const third = { file_id: id, chunk_no: 1, body: "bonzo three" };
      await world().asServer("POST", "knowledge_chunks", { body: third });
      expect((await bodies("bonzo")).sort()).toEqual(["bonzo three", "bonzo two"]);
      expect((await rowOf(old))?.superseded_at).not.toBeNull();
      expect(await rowOf(id)).toMatchObject({
        ...{
          allowed_agents: ["snap_agent"],
          picture_pages: [1],
          reading: READING,
          superseded_by: null,
        },
      });
      // The replaced one is still there to be read.
      const { rows } = await world().asServer("GET", `knowledge_chunks?file_id=eq.${old}`);
      expect(rows).toHaveLength(1);
    });

    test("take the place of all before them, also past one that was never complete", async () => {
      const first = await library().add(["conzo one"]);
      const { id: second } = await announce(first, 2);
      await addVersion(second, "conzo three");
      expect(await bodies("conzo")).toEqual(["conzo three"]);
      await send(second, "conzo two", "conzo two again");
      expect(await bodies("conzo")).toEqual(["conzo three"]);
    });

    test("are ranked, and counted, as if the old one had never been there", async () => {
      await library().add(["pelu pelu tavo"]);
      const alone = await library().add(["gromo pelu", "gromo"]);
      const scores = async () => (await library().ask("gromo pelu")).map(({ score }) => score);
      const expected = await scores();
      await remove(alone);
      const old = await library().add(["gromo gromo gromo", "pelu", "tavo gromo"]);
      expect(await scores()).not.toEqual(expected);
      await addVersion(old, "gromo pelu", "gromo");
      expect(await scores()).toEqual(expected);
      const path = `company_overview?id=eq.${library().company}`;
      expect((await world().as("superAdmin", "GET", path)).rows[0]?.file_count).toBe(2);
    });

    test("leave the old one answering when the new one is deleted before it was complete", async () => {
      const old = await library().add(["mirvo one"]);
      const { id } = await announce(old, 2);
      await send(id, "mirvo two");
      await remove(id);
      expect(await bodies("mirvo")).toEqual(["mirvo one"]);
      expect(await rowOf(old)).toMatchObject({ superseded_by: null, superseded_at: null });
    });

    test("answer again after the newest was deleted only when somebody says so", async () => {
      const old = await library().add(["sorvo one"]);
      const newest = await addVersion(old, "sorvo two");
      await remove(newest);
      expect(await bodies("sorvo")).toEqual([]);
      expect((await restore(old)).code).toBeNull();
      expect(await bodies("sorvo")).toEqual(["sorvo one"]);
    });

    test("answer again although newer ones are there, which are earlier ones from then on", async () => {
      const first = await library().add(["dranko one"]);
      const second = await addVersion(first, "dranko two");
      const third = await addVersion(second, "dranko three");
      expect((await restore(second)).code).toBeNull();
      expect(await bodies("dranko")).toEqual(["dranko two"]);
      expect(await rowOf(first)).toMatchObject({ superseded_by: third });
      expect((await rowOf(third))?.superseded_at).not.toBeNull();
      expect(await rowOf(third)).toMatchObject({ superseded_by: second });
      expect((await restore(first)).code).toBeNull();
      expect(await bodies("dranko")).toEqual(["dranko one"]);
      // A version that never became complete is passed over, and one that is not complete does not answer.
      const { id: incomplete } = await announce(first, 2);
      expect((await restore(third)).code).toBeNull();
      expect(await bodies("dranko")).toEqual(["dranko three"]);
      expect((await rowOf(first))?.superseded_at).not.toBeNull();
      expect((await restore(incomplete)).code).toBe("23514");
      await addVersion(third, "dranko four");
      expect(await bodies("dranko")).toEqual(["dranko four"]);
    });

    test("stay one document when those between them are deleted", async () => {
      const first = await library().add(["tarko one"]);
      const second = await addVersion(first, "tarko two");
      const third = await addVersion(second, "tarko three");
      const fourth = await addVersion(third, "tarko four");
      await remove(second, third);
      expect((await rowOf(first))?.superseded_by).toBe(fourth);
      expect(await bodies("tarko")).toEqual(["tarko four"]);
      await remove(first, fourth);
      expect(await rowOf(first)).toBeUndefined();
    });

    test("are one row each after the other, without a branch or a circle", async () => {
      const first = await library().add(["velto one"]);
      const second = await addVersion(first, "velto two");
      const other = await library().add(["velto other"]);
      expect((await announce(first, 1)).code).toBe("23514");
      const elsewhere = `knowledge_base?company_id=eq.${world().companies.north}&select=id`;
      const foreign = String((await world().asServer("GET", elsewhere)).rows[0]?.id);
      for (const [id, superseded_by, refusal] of [
        [second, first, "23514"],
        [other, other, "23514"],
        [other, second, "23505"],
        [first, null, "23514"],
        [other, foreign, "23514"],
      ] as const) {
        const path = `knowledge_base?id=eq.${id}`;
        const { code } = await world().asServerMay("PATCH", path, { body: { superseded_by } });
        expect(code).toBe(refusal);
      }
    });

    test("are open to the same agents, whichever of them is changed", async () => {
      const first = await library().add(["wanto one"], { allowed_agents: ["label_agent"] });
      const second = await addVersion(first, "wanto two");
      const third = await addVersion(second, "wanto three");
      for (const [id, agent] of [
        [third, "snap_agent"],
        [first, "label_agent"],
        [second, "voice_agent"],
      ] as const) {
        const body = { allowed_agents: [agent] };
        await world().asServer("PATCH", `knowledge_base?id=eq.${id}`, { body });
        const path = `knowledge_base?id=in.(${first},${second},${third})&select=allowed_agents`;
        expect((await world().asServer("GET", path)).rows).toEqual([body, body, body]);
      }
    });

    test("go with their company, and so do their passages", async () => {
      const first = await library().add(["zenko one"]);
      const second = await addVersion(first, "zenko two");
      const ids = [first, second, await addVersion(second, "zenko three")];
      await world().asServer("DELETE", `companies?id=eq.${library().company}`);
      for (const path of [
        `knowledge_base?id=in.(${ids})`,
        `knowledge_chunks?file_id=in.(${ids})`,
      ]) {
        expect((await world().asServer("GET", path)).rows).toEqual([]);
      }
    });
  });

  describe("the versions of a document with golden questions", () => {
    const { library, announce, send, addVersion, restore, remove } = useVersions(world);
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

    test("can't be held back any more", async () => {
      const old = await library().add(["plonto one"]);
      const { code } = await world().as("superAdmin", "POST", "rpc/add_document_version", {
        body: {
          ...{ previous: old, id: randomUUID(), file_name: "v2.pdf", kind: "pdf", size_bytes: 1 },
          ...{ file_path: `${library().company}/v2`, page_count: 1, passage_count: 1, held: true },
        },
      });
      expect(code).toBe("23514");
    });

    test("keep the golden questions of their document, whichever of them is named", async () => {
      const first = await library().add(["krimo one"]);
      const question = await addGolden(first);
      const { id: second } = await announce(first, 1);
      expect(await fileOf(question)).toBe(first);
      await send(second, "krimo two");
      expect(await fileOf(question)).toBe(second);
      const late = await addGolden(first);
      expect(await fileOf(late)).toBe(second);
      const third = await addVersion(second, "krimo three");
      expect(await fileOf(question)).toBe(third);
      await restore(second);
      expect(await fileOf(question)).toBe(second);
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
