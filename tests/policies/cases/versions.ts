import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { useVersions } from "../world/versions.ts";
import type { World } from "../world/world.ts";

/** Checks what versions of a document do to the search, and who may read and make them. */
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
        allowed_agents: ["snap_agent"],
        picture_pages: [1],
        superseded_by: null,
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

    test("are ranked as if the old one had never been there", async () => {
      await library().add(["pelu pelu tavo"]);
      const alone = await library().add(["gromo pelu", "gromo"]);
      const scores = async () => (await library().ask("gromo pelu")).map(({ score }) => score);
      const expected = await scores();
      await remove(alone);
      const old = await library().add(["gromo gromo gromo", "pelu", "tavo gromo"]);
      expect(await scores()).not.toEqual(expected);
      await addVersion(old, "gromo pelu", "gromo");
      expect(await scores()).toEqual(expected);
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
      expect((await restore(old)).code).toBe("23514");
      await remove(newest);
      expect(await bodies("sorvo")).toEqual([]);
      expect((await restore(old)).code).toBeNull();
      expect(await bodies("sorvo")).toEqual(["sorvo one"]);
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
      const follow = async (id: string, superseded_by: string | null) =>
        (
          await world().asServerMay("PATCH", `knowledge_base?id=eq.${id}`, {
            body: { superseded_by },
          })
        ).code;
      expect(await follow(second, first)).toBe("23514");
      expect(await follow(other, other)).toBe("23514");
      expect(await follow(other, second)).toBe("23505");
      expect(await follow(first, null)).toBe("23514");
      const elsewhere = await world().asServer(
        "GET",
        `knowledge_base?company_id=eq.${world().companies.north}&select=id`,
      );
      expect(await follow(other, String(elsewhere.rows[0]?.id))).toBe("23514");
    });

    test("are open to the same agents, whichever of them is changed", async () => {
      const first = await library().add(["wanto one"], { allowed_agents: ["label_agent"] });
      const second = await addVersion(first, "wanto two");
      const third = await addVersion(second, "wanto three");
      const open = async (id: string, agent: string) => {
        const body = { allowed_agents: [agent] };
        await world().asServer("PATCH", `knowledge_base?id=eq.${id}`, { body });
        const path = `knowledge_base?id=in.(${first},${second},${third})&select=allowed_agents`;
        const { rows } = await world().asServer("GET", path);
        expect(rows).toEqual([body, body, body]);
      };
      await open(third, "snap_agent");
      await open(first, "label_agent");
      await open(second, "voice_agent");
    });

    test("stay readable for those who could read them, and for nobody else", async () => {
      const north = world().companies.north;
      const ids = [randomUUID(), randomUUID()];
      for (const id of ids.toReversed()) {
        const body = {
          ...{ id, company_id: north, file_path: `${north}/${id}`, file_name: "Manual.pdf" },
          ...{ allowed_agents: ["label_agent"], kind: "pdf", size_bytes: 1, passage_count: 1 },
          ...{ superseded_by: id === ids[0] ? ids[1] : null },
        };
        await world().asServer("POST", "knowledge_base", { body });
        await send(id, `xanto of ${id}`);
      }
      expect((await rowOf(String(ids[0])))?.superseded_at).not.toBeNull();
      const passagesFor = async (actor: "technician" | "roleless" | "otherTechnician") =>
        (await world().as(actor, "GET", `knowledge_chunks?file_id=in.(${ids.join(",")})`)).rows
          .length;
      expect(await passagesFor("technician")).toBe(2);
      expect(await passagesFor("roleless")).toBe(0);
      expect(await passagesFor("otherTechnician")).toBe(0);
      await remove(...ids);
    });

    test("count as one document", async () => {
      const count = async () => {
        const path = `company_overview?id=eq.${library().company}`;
        return Number((await world().as("superAdmin", "GET", path)).rows[0]?.file_count);
      };
      const before = await count();
      const first = await library().add(["yarlo one"]);
      await addVersion(first, "yarlo two");
      expect(await count()).toBe(before + 1);
    });

    test("go with their company", async () => {
      const first = await library().add(["zenko one"]);
      const second = await addVersion(first, "zenko two");
      const ids = [first, second, await addVersion(second, "zenko three")];
      await world().asServer("DELETE", `companies?id=eq.${library().company}`);
      const { rows } = await world().asServer("GET", `knowledge_base?id=in.(${ids.join(",")})`);
      expect(rows).toEqual([]);
    });
  });
}
