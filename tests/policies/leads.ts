import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { takeSnapshot } from "./effect.ts";
import type { ActorName } from "./people.ts";
import type { Row } from "./rest.ts";
import { partiesOf } from "./standing.ts";
import { tables } from "./tables.ts";
import type { World } from "./world.ts";

/** What the table of early-access requests promises besides who may reach it. */
export function checkLeads(world: () => World): void {
  const table = "contact_form_submissions";
  const lead = (changes: Row = {}): Row => ({
    ...tables[table].newRow(partiesOf(world(), "stray", "stray")),
    ...changes,
  });
  const send = (body: Row, actor: ActorName | "anon" = "anon") =>
    world().as(actor, "POST", table, { body });
  const count = async () => (await takeSnapshot(world(), table)).size;
  const remove = (filter: string) => world().asServer("DELETE", `${table}?${filter}`);

  describe("a request for early access", () => {
    test("is new and has no notes, whatever its sender would like", async () => {
      const body = lead();
      expect((await send(body)).status).toBe(201);
      const { rows } = await world().asServer("GET", `${table}?id=eq.${body.id}`);
      expect(rows).toMatchObject([{ ...body, status: "new", notes: null }]);
      expect((await send(lead({ status: "qualified" }))).code).toBe("42501");
      await remove(`id=eq.${body.id}`);
    });

    test("sent twice at once is one row, and its sender learns that it is there", async () => {
      const body = lead();
      const replies = await Promise.all([send(body), send(body), send(body)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      expect(replies.flatMap(({ code }) => code ?? [])).toEqual(["23505", "23505"]);
      await remove(`id=eq.${body.id}`);
    });

    test("is taken five times a day from one address, however it is written", async () => {
      const before = await count();
      const email = `${randomUUID()}@pace.example`;
      const bodies = Array.from({ length: 5 }, () => lead({ email }));
      for (const body of bodies) expect((await send(body)).code).toBeNull();
      const sixth = await send(lead({ email: email.toUpperCase() }), "technician");
      expect(sixth).toMatchObject({ status: 429, code: "PT429" });
      expect(sixth.message).toContain("try again tomorrow");
      // Arrived before, it is not held up by the pace.
      expect((await send(bodies[0] ?? {})).status).toBe(409);
      expect((await send(lead())).code).toBeNull();
      const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString();
      await world().asServer("PATCH", `${table}?id=eq.${bodies[0]?.id}`, {
        body: { created_at: yesterday },
      });
      expect((await send(lead({ email }))).code).toBeNull();
      expect(await count()).toBe(before + 7);
      await remove("email=not.eq.pat@prospect.example");
    });

    test("is taken sixty times a minute from everybody", async () => {
      const taken = Array.from({ length: 60 }, () => lead());
      await world().asServer("POST", table, { body: taken });
      expect(await send(lead())).toMatchObject({ status: 429, code: "PT429" });
      await remove("email=not.eq.pat@prospect.example");
      const body = lead();
      expect((await send(body)).code).toBeNull();
      await remove(`id=eq.${body.id}`);
    });

    test("that is sent many at once keeps the pace", async () => {
      const email = `${randomUUID()}@pace.example`;
      const replies = await Promise.all(Array.from({ length: 9 }, () => send(lead({ email }))));
      expect(replies.filter(({ code }) => code === null)).toHaveLength(5);
      expect(replies.filter(({ code }) => code === "PT429")).toHaveLength(4);
      await remove(`email=eq.${email}`);
    });
  });
}
