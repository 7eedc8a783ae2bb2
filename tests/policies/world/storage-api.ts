import type { ActorName } from "./people.ts";
import type { World } from "./world.ts";

/** A person of the world, a visitor, the server, or whoever has this access token. */
type Sender = ActorName | "anon" | "service" | { token: string };

/** The storage API's requests for the bucket `knowledge-base`, as that person. */
export interface Files {
  /**
   * @returns "done", "refused" (by a policy or because of its path), or the message of the answer
   */
  upload(as: Sender, path: string, text: string, options?: { upsert: boolean }): Promise<string>;
  /** @returns the content, or null when the object does not exist for this person */
  download(as: Sender, path: string): Promise<string | null>;
  fetchObject(as: Sender, path: string, headers: Record<string, string>): Promise<Response>;
  /** @returns whether the person got a signed address that leads to the object */
  sign(as: Sender, path: string): Promise<boolean>;
  list(as: Sender, prefix: string): Promise<string[]>;
  remove(as: Sender, paths: string[]): Promise<void>;
  move(as: Sender, from: string, to: string): Promise<void>;
}

const BUCKET = "knowledge-base";

export function filesOf(world: World): Files {
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
    async upload(as, path, text, { upsert } = { upsert: false }) {
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
    async download(as, path) {
      const reply = await send(as, "GET", `${BUCKET}/${path}`);
      const text = await reply.text();
      return reply.ok ? text : null;
    },
    fetchObject: (as, path, headers) => send(as, "GET", `${BUCKET}/${path}`, { headers }),
    async sign(as, path) {
      const reply = await sendJson(as, "POST", `sign/${BUCKET}/${path}`, { expiresIn: 60 });
      const { signedUrl } = (await reply.json()) as { signedUrl?: string };
      if (!reply.ok || !signedUrl) return false;
      return (await fetch(new URL(signedUrl, url))).ok;
    },
    async list(as, prefix) {
      const reply = await sendJson(as, "POST", `list/${BUCKET}`, { prefix, limit: 1000 });
      const rows: unknown = await reply.json();
      return Array.isArray(rows) ? rows.map((row: { name: string }) => row.name) : [];
    },
    async remove(as, prefixes) {
      await (await sendJson(as, "DELETE", BUCKET, { prefixes })).text();
    },
    async move(as, sourceKey, destinationKey) {
      await (
        await sendJson(as, "POST", "move", { bucketId: BUCKET, sourceKey, destinationKey })
      ).text();
    },
  };
}
