// How an operator's command reaches a running backend, which alone knows what it is doing, and which has
// PGlite's only session. It listens on the loopback, and who can read the data directory can ask it.
import { randomBytes } from "node:crypto";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { timingSafeEqual } from "hono/utils/buffer";
import { z } from "zod";
import { writeFileWhole } from "../database/durable-files.ts";
import { StartRefusal } from "./start-refusal.ts";

const FILE = "operator-channel.json";
const Address = z.object({ port: z.number().int(), token: z.string() });

/** Does what a command asks for with this text, and answers JSON. @throws StartRefusal why it cannot */
type OperatorTask = (text: string) => Promise<unknown>;

/** The status of an answer that is a sentence for the operator. */
const REFUSED = 409;

/** Does the tasks of this name when a command asks for them, until it is stopped. */
export async function openOperatorChannel(
  dataDir: string,
  tasks: Readonly<Record<string, OperatorTask>>,
): Promise<{ stop(): Promise<void> }> {
  const token = randomBytes(32).toString("hex");
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const given = request.headers.get("authorization") ?? "";
      if (request.method !== "POST" || !(await timingSafeEqual(given, `Bearer ${token}`))) {
        return new Response(null, { status: 403 });
      }
      const task = tasks[new URL(request.url).pathname.slice(1)];
      if (task === undefined) return new Response(null, { status: 404 });
      try {
        return Response.json(await task(await request.text()));
      } catch (error) {
        if (!(error instanceof StartRefusal)) throw error;
        return new Response(error.message, { status: REFUSED });
      }
    },
  );
  const address: z.infer<typeof Address> = { port: server.addr.port, token };
  await writeFileWhole(join(dataDir, FILE), JSON.stringify(address));
  return {
    async stop() {
      await rm(join(dataDir, FILE), { force: true });
      await server.shutdown();
    },
  };
}

/**
 * Asks the backend that runs on a data directory to do a task. Answers what it answers.
 * @param what the task in words, for the refusal
 * @throws StartRefusal when it does not answer, or cannot do it.
 */
export async function askBackend(
  dataDir: string,
  task: { name: string; text: string; what: string },
): Promise<unknown> {
  let reply: Response;
  let answer: string;
  try {
    const { port, token } = Address.parse(JSON.parse(await readFile(join(dataDir, FILE), "utf8")));
    reply = await fetch(`http://127.0.0.1:${port}/${task.name}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: task.text,
    });
    answer = await reply.text();
  } catch {
    throw new StartRefusal(
      `The backend that uses ${dataDir} does not answer: it may be starting or stopping, so try again in a moment.`,
    );
  }
  if (reply.ok) return JSON.parse(answer);
  if (reply.status === REFUSED) throw new StartRefusal(answer);
  throw new StartRefusal(`The backend that uses ${dataDir} cannot ${task.what} (${reply.status}).`);
}
