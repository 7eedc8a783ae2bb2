import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BUCKET_NAMES, type Caller, callers } from "../expected/expectations.ts";
import { administers, readsManuals } from "../world/people.ts";
import { type Files, filesOf } from "../world/storage-api.ts";
import type { World } from "../world/world.ts";

const SIDES = ["north", "south"] as const;
const BUCKET_CALLERS = ["anon", "technician", "admin", "superAdmin", "suspendedAdmin"] as const;

/** Files and buckets, through the storage API, with every person's session. */
export function checkStorage(world: () => World): void {
  const north = () => world().companies.north;
  const south = () => world().companies.south;

  describe("the objects of knowledge-base", () => {
    let files: Files;
    let manuals: Record<"north" | "south", string>;
    let closed: string;
    let leaving: string;
    beforeAll(async () => {
      files = filesOf(world());
      manuals = { north: `${north()}/manual.pdf`, south: `${south()}/manual.pdf` };
      closed = await addFile("closed.pdf", { allowed_agents: ["voice_agent"] });
      leaving = await addFile("leaving.pdf", { deleting_at: new Date().toISOString() });
      for (const path of [...Object.values(manuals), closed, leaving]) {
        expect(await files.upload("service", path, "0123456789")).toBe("done");
      }
    });
    afterAll(async () => {
      await files.remove("service", [...Object.values(manuals), closed, leaving]);
      await world().asServer("DELETE", `knowledge_base?file_path=in.(${closed},${leaving})`);
    });
    const addFile = async (name: string, changes: Record<string, unknown>) => {
      const file_path = `${north()}/${name}`;
      const file = { file_name: name, file_path, company_id: north(), kind: "pdf", size_bytes: 10 };
      await world().asServer("POST", "knowledge_base", {
        body: { ...file, allowed_agents: ["label_agent"], ...changes },
      });
      return file_path;
    };

    const readableFor = (caller: Caller): string[] => [
      ...SIDES.filter((side) => readsManuals(caller, side)).map((side) => manuals[side]),
      ...(administers(caller, "north") ? [closed, leaving] : []),
    ];

    test.each(callers)(
      "can be downloaded and are listed for %s if their rows can be read",
      async (caller) => {
        const found: string[] = [];
        for (const path of [...Object.values(manuals), closed, leaving]) {
          if ((await files.download(caller, path)) === "0123456789") found.push(path);
        }
        expect(found).toEqual(readableFor(caller));
        expect((await files.list(caller, "")).sort()).toEqual(found.sort());
      },
    );

    test.each(callers)(
      "can be uploaded and removed by %s only as their administrator",
      async (caller) => {
        for (const company of SIDES) {
          const path = `${world().companies[company]}/1700000000000_new.pdf`;
          const allowed = administers(caller, company);
          expect([company, await files.upload(caller, path, "new")]).toEqual([
            company,
            allowed ? "done" : "refused",
          ]);
          expect(await files.download("service", path)).toBe(allowed ? "new" : null);
          if (!allowed) await files.upload("service", path, "kept");
          await files.remove(caller, [path]);
          expect(await files.download("service", path)).toBe(allowed ? null : "kept");
          await files.remove("service", [path]);
        }
      },
    );

    test.each(["technician", "admin", "superAdmin"] as const)(
      "can't be replaced or moved by anybody, %s included",
      async (caller) => {
        expect(await files.upload(caller, manuals.north, "other", { upsert: true })).toBe(
          "refused",
        );
        await files.move(caller, manuals.north, `${north()}/moved.pdf`);
        await files.move(caller, manuals.north, `${south()}/moved.pdf`);
        // An object of another company: of a super administrator it is their own, too.
        await files.upload(caller, manuals.south, "other", { upsert: true });
        await files.move(caller, manuals.south, `${north()}/moved.pdf`);
        expect(await files.download("service", manuals.south)).toBe("0123456789");
        expect(await files.download("service", manuals.north)).toBe("0123456789");
      },
    );

    test.each(["anon", "technician", "admin", "superAdmin", "service"] as const)(
      "get no address that needs no session, from %s",
      async (caller) => {
        const [answer, ...others] = await files.sign(caller, manuals.north);
        expect(others).toEqual([]);
        expect(JSON.parse(answer ?? "")).toEqual({
          ...{ statusCode: "404", error: "not_found" },
          message: "Signed addresses are not served.",
        });
        expect(await files.download("service", manuals.north)).toBe("0123456789");
      },
    );

    test("can't be reached with tricks in a path", async () => {
      const tricks = [
        ...[
          "manual.pdf",
          north(),
          "null/x.pdf",
          "/x.pdf",
          `/${south()}/x.pdf`,
          ` ${north()}/x.pdf`,
        ],
        ...[`${north()}/../${south()}/x.pdf`, `${north()}/%2e%2e/${south()}/x.pdf`],
        ...[`${north()}%2F..%2F${south()}/x.pdf`, `${north()}/..%5C${south()}/x.pdf`],
        ...[`../knowledge-base/${south()}/x.pdf`, `${north().toUpperCase()}/x.pdf`],
      ];
      const before = await files.list("service", "");
      for (const path of tricks) {
        expect([path, await files.upload("admin", path, "x")]).toEqual([path, "refused"]);
      }
      for (const path of [
        `${north()}/../${south()}/manual.pdf`,
        `${north()}/..%2f${manuals.south}`,
      ]) {
        expect(await files.download("admin", path)).toBeNull();
        await files.remove("admin", [path, decodeURIComponent(path)]);
      }
      expect((await files.list("service", "")).sort()).toEqual(before.sort());
    });

    test("are limited to the size that the bucket allows", async () => {
      const path = `${north()}/large.pdf`;
      const large = "x".repeat(10 * 1024 * 1024 + 1);
      expect(await files.upload("admin", path, large)).not.toBe("done");
      expect(await files.download("service", path)).toBeNull();
    });

    test("can have names in any script", async () => {
      const path = `${north()}/1_Wärme pumpe 漏 'a' (2) 🔥.pdf`;
      expect(await files.upload("admin", path, "odd")).toBe("done");
      expect(await files.download("admin", path)).toBe("odd");
      await files.remove("admin", [path]);
      expect(await files.download("service", path)).toBeNull();
    });

    test("can be downloaded from the byte where a download was cut off", async () => {
      const part = async (range: string, more = {}, caller: Caller = "technician") => {
        const reply = await files.fetchObject(caller, manuals.north, { range, ...more });
        return { status: reply.status, headers: reply.headers, text: await reply.text() };
      };
      const { headers, ...rest } = await part("bytes=4-");
      expect(rest).toEqual({ status: 206, text: "456789" });
      expect(headers.get("content-range")).toBe("bytes 4-9/10");
      const etag = headers.get("etag");
      for (const [range, more, status, text] of [
        ["bytes=2-3", {}, 206, "23"],
        ["bytes=-3", {}, 206, "789"],
        ["bytes=4-", { "if-range": '"another"' }, 200, "0123456789"],
        ["bytes=4-", { "if-range": etag }, 206, "456789"],
      ] as const) {
        expect(await part(range, more)).toMatchObject({ status, text });
      }
      expect((await part("bytes=10-")).status).toBe(416);
      expect((await part("bytes=4-", {}, "otherTechnician")).status).toBeGreaterThanOrEqual(400);
    });
  });

  describe("a bucket", () => {
    test.each(BUCKET_CALLERS)("can be neither read nor changed by %s", async (caller) => {
      const { url, publishableKey, secretKey } = world().backend;
      const send = async (method: string, path: string, body?: object, key = publishableKey) => {
        const reply = await fetch(`${url}/storage/v1/bucket${path}`, {
          method,
          headers: {
            apikey: key,
            ...(body && { "content-type": "application/json" }),
            ...(key === publishableKey &&
              caller !== "anon" && { authorization: `Bearer ${world().tokenOf(caller)}` }),
          },
          ...(body && { body: JSON.stringify(body) }),
        });
        const answer: unknown = await reply.json();
        return Array.isArray(answer) ? answer : reply.ok ? "done" : "refused";
      };
      const buckets = () => send("GET", "", undefined, secretKey);
      const before = await buckets();
      expect(before).toMatchObject(BUCKET_NAMES.map((id) => ({ id, public: false })));
      const [bucket = ""] = BUCKET_NAMES;
      expect(await send("GET", "")).toEqual([]);
      for (const [method, path, body] of [
        ["GET", `/${bucket}`, undefined],
        ["POST", "", { id: "mine", name: "mine", public: true }],
        ["PUT", `/${bucket}`, { id: bucket, name: bucket, public: true }],
        ["POST", `/${bucket}/empty`, undefined],
        ["DELETE", `/${bucket}`, undefined],
      ] as const) {
        expect([method, path, await send(method, path, body)]).toEqual([method, path, "refused"]);
      }
      expect(await buckets()).toEqual(before);
    });
  });
}
