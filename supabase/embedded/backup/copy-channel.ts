// How `npm run backup` reaches the database of a running backend: PGlite has one session, in the
// backend's own process. The backend listens on the loopback for a request to copy its files, and
// whoever can read the data directory can make it.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Database } from "../database/database.ts";
import { writeFileWhole } from "../database/durable-files.ts";
import type { DataDirectory } from "../setup/data-directory.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import { copyDatabase, linkFiles, SCRATCH_NAME } from "./scratch-directory.ts";

const FILE = "copy-channel.json";
const Address = z.object({ port: z.number().int(), token: z.string() });

/** Answers requests to copy the database and the stored files, until it is stopped. */
export async function openCopyChannel(
  data: DataDirectory,
  database: Pick<Database, "transaction">,
): Promise<{ stop(): Promise<void> }> {
  const token = randomBytes(32).toString("hex");
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      if (request.method !== "POST" || !isSame(request.headers.get("authorization"), token)) {
        return new Response(null, { status: 403 });
      }
      const name = await request.text();
      const scratch = join(data.path, name);
      if (!SCRATCH_NAME.test(name) || !existsSync(scratch))
        return new Response(null, { status: 400 });
      // An open transaction holds the only session, so that nothing is written while it lasts.
      await database.transaction(async (tx) => {
        await tx.query("select");
        await copyDatabase(data.database, join(scratch, "database"));
        await linkFiles(data.storage, join(scratch, "storage"));
      });
      return new Response(null, { status: 204 });
    },
  );
  const address: z.infer<typeof Address> = { port: server.addr.port, token };
  await writeFileWhole(join(data.path, FILE), JSON.stringify(address));
  return {
    async stop() {
      await rm(join(data.path, FILE), { force: true });
      await server.shutdown();
    },
  };
}

/**
 * Asks the backend that runs on a data directory to copy its database and files, as they are at one
 * moment, into `database` and `storage` of a scratch directory there.
 * @throws StartRefusal when it does not answer.
 */
export async function requestCopy(dataDir: string, scratchName: string): Promise<void> {
  let status: number;
  try {
    const { port, token } = Address.parse(JSON.parse(await readFile(join(dataDir, FILE), "utf8")));
    const reply = await fetch(`http://127.0.0.1:${port}/`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: scratchName,
    });
    status = reply.status;
    await reply.body?.cancel();
  } catch {
    throw new StartRefusal(
      `The backend that uses ${dataDir} does not answer: it may be starting or stopping, so try again in a moment.`,
    );
  }
  if (status !== 204) {
    throw new StartRefusal(`The backend that uses ${dataDir} cannot copy its files (${status}).`);
  }
}

function isSame(authorization: string | null, token: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${token}`));
}
