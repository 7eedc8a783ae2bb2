import type { ActorName } from "./people.ts";
import type { World } from "./world.ts";

/** A person of the world, a visitor, the server, or whoever has this access token. */
type Sender = ActorName | "anon" | "service" | { token: string };

const BUCKET = "knowledge-base";

export type Files = ReturnType<typeof filesOf>;

/** The storage API's requests for the bucket `knowledge-base`, as that person. */
export function filesOf(world: World) {
  const { url, publishableKey, secretKey } = world.backend;
  const tokenOf = (as: ActorName | { token: string }) =>
    typeof as === "string" ? world.tokenOf(as) : as.token;
  const send = (as: Sender, method: string, path: string, init: RequestInit = {}) =>
    fetch(`${url}/storage/v1/object/${path}`, {
      method,
      ...init,
      headers: {
        apikey: as === "service" ? secretKey : publishableKey,
        ...(as !== "service" && as !== "anon" && { authorization: `Bearer ${tokenOf(as)}` }),
        ...(init.headers as Record<string, string>),
      },
    });
  const sendJson = (as: Sender, method: string, path: string, body: unknown) =>
    send(as, method, path, {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  return {
    /**
     * @returns "done", "refused" (by a policy or because of its path), or the message of the answer
     */
    async upload(as: Sender, path: string, text: string, { upsert } = { upsert: false }) {
      const reply = await send(as, "POST", `${BUCKET}/${path}`, {
        headers: { "content-type": "application/pdf", "x-upsert": String(upsert) },
        body: new TextEncoder().encode(text),
      });
      const answer = await reply.text();
      if (reply.ok) return "done";
      return /row-level security|Unauthorized|InvalidKey|Invalid key|InvalidJWT|not found/i.test(
        answer,
      )
        ? "refused"
        : `${reply.status} ${answer}`;
    },
    /** @returns the content, or null when the object does not exist for this person */
    async download(as: Sender, path: string) {
      const reply = await send(as, "GET", `${BUCKET}/${path}`);
      const text = await reply.text();
      return reply.ok ? text : null;
    },
    fetchObject: (as: Sender, path: string, headers: Record<string, string>) =>
      send(as, "GET", `${BUCKET}/${path}`, { headers }),
    /** Asks for addresses that would need no session. @returns the answers, without repetitions */
    async sign(as: Sender, path: string) {
      const expiring = { expiresIn: 60 };
      const replies = [
        await sendJson(as, "POST", `sign/${BUCKET}/${path}`, expiring),
        await sendJson(as, "POST", `%73ign/${BUCKET}/${path}`, expiring),
        await sendJson(as, "POST", `sign/${BUCKET}`, { ...expiring, paths: [path] }),
        await sendJson(as, "POST", `upload/sign/${BUCKET}/${path}`, {}),
        await send(as, "GET", `sign/${BUCKET}/${path}?token=a.b.c`),
        await send(as, "PUT", `upload/sign/${BUCKET}/${path}?token=a.b.c`, { body: "new" }),
      ];
      return [...new Set(await Promise.all(replies.map((reply) => reply.text())))];
    },
    async list(as: Sender, prefix: string) {
      const reply = await sendJson(as, "POST", `list/${BUCKET}`, { prefix, limit: 1000 });
      const rows: unknown = await reply.json();
      return Array.isArray(rows) ? rows.map((row: { name: string }) => row.name) : [];
    },
    async remove(as: Sender, prefixes: string[]) {
      await (await sendJson(as, "DELETE", BUCKET, { prefixes })).text();
    },
    async move(as: Sender, sourceKey: string, destinationKey: string) {
      await (
        await sendJson(as, "POST", "move", { bucketId: BUCKET, sourceKey, destinationKey })
      ).text();
    },
  };
}
