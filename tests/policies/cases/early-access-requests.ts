import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { earlyAccessFormSchema } from "#supabase/functions/_shared/contracts/new-early-access-request.ts";
import { seed } from "#tests/security/seed.ts";
import { takeSnapshot } from "../world/effect.ts";
import type { ActorName } from "../world/people.ts";
import type { Row } from "../world/rest.ts";
import { partiesOf } from "../world/row-ownership.ts";
import { tables } from "../world/tables.ts";
import { CLIENT_ADDRESS_HEADER, type World } from "../world/world.ts";

/** The rules of the table of early-access requests beyond who may access it. */
export function checkEarlyAccessRequests(world: () => World): void {
  const table = "contact_form_submissions";
  const lead = (changes: Row = {}): Row => ({
    ...tables[table].newRow(partiesOf(world(), "stray", "stray")),
    ...changes,
  });
  const send = (body: Row, actor: ActorName | "anon" = "anon") =>
    world().as(actor, "POST", table, { body });
  const sendFrom = (addresses: string) =>
    world().as("anon", "POST", table, {
      body: lead(),
      headers: { [CLIENT_ADDRESS_HEADER]: addresses },
    });
  /** Adds requests of other people, made `minutes` minutes ago. */
  const rush = async (rows: number, minutes: number) => {
    const created_at = new Date(Date.now() - minutes * 60_000).toISOString();
    for (let done = 0; done < rows; done += 1000) {
      const length = Math.min(1000, rows - done);
      const body = Array.from({ length }, () => lead({ created_at }));
      expect((await world().asServer("POST", table, { body })).code).toBeNull();
    }
  };
  const count = async () => (await takeSnapshot(world(), table)).size;
  let first: unknown;
  /** Removes all requests but the one that was there before. */
  const clear = () => world().asServer("DELETE", `${table}?id=neq.${first}`);

  describe("a request for early access", () => {
    beforeAll(async () => {
      first = [...(await takeSnapshot(world(), table)).values()][0]?.id;
    });
    afterEach(clear);

    test("has the status new and no notes, whatever its sender states", async () => {
      const body = lead();
      expect((await send(body)).status).toBe(201);
      const { rows } = await world().asServer("GET", `${table}?id=eq.${body.id}`);
      expect(rows).toMatchObject([{ ...body, status: "new", notes: null }]);
      expect((await send(lead({ status: "qualified" }))).code).toBe("42501");
    });

    test("sent several times at once becomes one row, and its sender learns that it exists", async () => {
      const body = lead();
      const replies = await Promise.all([send(body), send(body), send(body)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      expect(replies.flatMap(({ code }) => code ?? [])).toEqual(["23505", "23505"]);
    });

    test("is accepted five times a day from one email address, in any spelling", async () => {
      const before = await count();
      const email = `${randomUUID()}@pace.example`;
      const bodies = Array.from({ length: 5 }, () => lead({ email }));
      for (const body of bodies) expect((await send(body)).code).toBeNull();
      const sixth = await send(lead({ email: email.toUpperCase() }), "technician");
      expect(sixth).toMatchObject({ status: 429, code: "PT429" });
      expect(sixth.message).toContain("try again tomorrow");
      // A request that has already arrived is answered 409, not with the rate limit.
      expect((await send(bodies[0] ?? {})).status).toBe(409);
      expect((await send(lead())).code).toBeNull();
      const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString();
      await world().asServer("PATCH", `${table}?id=eq.${bodies[0]?.id}`, {
        body: { created_at: yesterday },
      });
      expect((await send(lead({ email }))).code).toBeNull();
      expect(await count()).toBe(before + 7);
    });

    test("is accepted twenty times an hour from one line, whatever address its sender claims", async () => {
      const claims = (i: number) => `198.51.100.${i}, 203.0.113.7`;
      for (let i = 0; i < 20; i++) expect((await sendFrom(claims(i))).code).toBeNull();
      const refused = await sendFrom(claims(20));
      expect(refused).toMatchObject({ status: 429, code: "PT429" });
      expect(refused.message).toContain("try again in an hour");
      // The table's name may be percent-encoded, and rows may be added by other methods; the limit
      // still applies.
      const headers = { [CLIENT_ADDRESS_HEADER]: "203.0.113.7" };
      const body = lead();
      for (const [method, path] of [
        ["POST", "contact%5Fform_submissions"],
        ["POST", `${table}?columns=id,company,name,email,phone,field_tech_count,current_crm`],
        ["POST", `${table}?on_conflict=id`],
        ["PUT", `${table}?id=eq.${body.id}`],
      ] as const) {
        const reply = await world().as("anon", method, path, { body, headers });
        expect(reply.status, path).toBeGreaterThanOrEqual(400);
      }
      // One line has a whole /64 of IPv6, and an IPv4 address may be written as IPv6.
      expect(await sendFrom("::ffff:203.0.113.7")).toMatchObject({ status: 429 });
      expect((await sendFrom("203.0.113.8")).code).toBeNull();
      expect((await sendFrom("no address")).code).toBeNull();
      await clear();
      for (let i = 0; i < 20; i++) {
        expect((await sendFrom(`2001:db8:1:2:${i}::1`)).code).toBeNull();
      }
      expect(await sendFrom("2001:db8:1:2:ffff::1")).toMatchObject({ status: 429 });
      expect((await sendFrom("2001:db8:1:3::1")).code).toBeNull();
    });

    test.each([
      ["a /24", (i: number) => `192.0.2.${i}`, "192.0.3.1"],
      ["a /48", (i: number) => `2001:db8:2:${i}::1`, "2001:db8:3::1"],
    ])(
      "is accepted forty times an hour from %s, from however many lines",
      async (_, line, other) => {
        for (let i = 0; i < 40; i++) expect((await sendFrom(line(i))).code).toBeNull();
        expect(await sendFrom(line(40))).toMatchObject({ status: 429, code: "PT429" });
        expect((await sendFrom(other)).code).toBeNull();
      },
    );

    test.each([
      ["sixty in a minute", 60, 0],
      ["six hundred in an hour", 600, 30],
    ])(
      "in a rush (%s), is accepted only from networks that have not sent one yet",
      async (_, rows, minutes) => {
        const provider = minutes === 0 ? "100.64" : "100.65";
        expect((await sendFrom(`${provider}.1.1`)).code).toBeNull();
        await rush(rows, minutes);
        const refused = await sendFrom(`${provider}.1.2`);
        expect(refused).toMatchObject({ status: 429, code: "PT429" });
        expect(refused.message).toContain("try again later");
        // The request above counts among the twenty of its provider.
        for (let i = 2; i <= 20; i++)
          expect((await sendFrom(`${provider}.${i}.1`)).code).toBeNull();
        expect(await sendFrom(`${provider}.20.2`)).toMatchObject({ status: 429 });
        expect(await sendFrom(`${provider}.21.1`)).toMatchObject({ status: 429 });
        expect((await sendFrom(`100.${70 + minutes}.1.1`)).code).toBeNull();
        expect((await sendFrom(`2001:db9:${minutes}::1`)).code).toBeNull();
        // Senders without a known address cannot be told apart.
        expect((await send(lead())).status).toBe(rows === 60 ? 429 : 201);
        await clear();
        expect((await sendFrom(`${provider}.1.2`)).code).toBeNull();
      },
    );

    test("is accepted three thousand times an hour from everybody together", async () => {
      await rush(2999 - (await count()), 30);
      expect(await send(lead())).toMatchObject({ status: 429, code: "PT429" });
      expect((await sendFrom("100.80.1.1")).code).toBeNull();
      expect(await sendFrom("100.81.1.1")).toMatchObject({ status: 429, code: "PT429" });
      await clear();
      expect((await sendFrom("100.81.1.1")).code).toBeNull();
    });

    test("accepts the same values as the form, and no others", async () => {
      const form = { company: "C", name: "N", phone: "1", fieldTechCount: "5", currentCrm: "none" };
      const emails = new Set([
        ...["pat@prospect.example", "p'at+x-y_z.q@a-b.c-d.example", "a@b.co", ".a@b.co", "a.@b.co"],
        ...["a..b@c.de", "a@b", "a@-b.de", "a@b-.de", "a@b.c", "a@b..de", "a b@c.de", "a@b.de\n"],
        ...["é@b.de", "a@bücher.de", "a@b.de, c@d.ef", "<a@b.de>", '"a b"@c.de', "a@[127.0.0.1]"],
        ...["a@b.d3", "a/b@c.de", "", "@b.de", "a@b.de ", `${"a".repeat(249)}@b.de`],
        `${"a".repeat(251)}@b.de`,
        ...fc.sample(fc.emailAddress(), { seed, numRuns: 20 }),
        ...fc.sample(fc.stringMatching(/^[a.+'_-]{1,4}@[a.-]{1,5}\.[a1]{1,3}$/), {
          ...{ seed, numRuns: 40 },
        }),
      ]);
      const spaces = ["\t", "\n", "\u00a0", "\u2003", "\u3000", "\ufeff", "\u200b"];
      const texts = ["x", " x ", "", " ", ...spaces];
      const found: Record<string, boolean> = {};
      const expected: Record<string, boolean> = {};
      const tryOne = async (what: string, typed: Row, body: Row) => {
        const filled = { ...form, email: "a@b.co", ...typed };
        expected[what] = earlyAccessFormSchema.safeParse(filled).success;
        const reply = await world().asServerMay("POST", table, { body: lead(body) });
        expect(reply.code === null || reply.code === "23514", reply.message ?? "").toBe(true);
        found[what] = reply.code === null;
      };
      for (const email of emails)
        await tryOne(`email ${JSON.stringify(email)}`, { email }, { email });
      const columns = { company: "company", name: "name", phone: "phone" } as const;
      const all = { ...columns, fieldTechCount: "field_tech_count", currentCrm: "current_crm" };
      for (const [field, column] of Object.entries(all)) {
        for (const text of texts) {
          await tryOne(`${field} ${JSON.stringify(text)}`, { [field]: text }, { [column]: text });
        }
      }
      expect(found).toEqual(expected);
    });

    test("is limited in the same way when many are sent at once", async () => {
      const email = `${randomUUID()}@pace.example`;
      const replies = await Promise.all(Array.from({ length: 9 }, () => send(lead({ email }))));
      expect(replies.filter(({ code }) => code === null)).toHaveLength(5);
      expect(replies.filter(({ code }) => code === "PT429")).toHaveLength(4);
    });
  });
}
