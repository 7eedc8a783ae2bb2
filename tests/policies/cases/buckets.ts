import { describe, expect, test } from "vitest";
import { BUCKET_NAMES } from "../expected/expectations.ts";
import type { World } from "../world/world.ts";

const CALLERS = ["anon", "technician", "admin", "superAdmin", "suspendedAdmin"] as const;

/** The buckets themselves, through the storage API: nobody sees, adds, opens or removes one. */
export function checkBuckets(world: () => World): void {
  describe("a bucket", () => {
    test.each(CALLERS)("can be neither read nor changed by %s", async (caller) => {
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
      expect({
        list: await send("GET", ""),
        read: await send("GET", `/${bucket}`),
        add: await send("POST", "", { id: "mine", name: "mine", public: true }),
        open: await send("PUT", `/${bucket}`, { id: bucket, name: bucket, public: true }),
        empty: await send("POST", `/${bucket}/empty`),
        remove: await send("DELETE", `/${bucket}`),
      }).toEqual({
        list: [],
        ...{ read: "refused", add: "refused", open: "refused", empty: "refused" },
        remove: "refused",
      });
      expect(await buckets()).toEqual(before);
    });
  });
}
