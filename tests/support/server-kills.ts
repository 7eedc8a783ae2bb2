import { createHash, randomBytes, randomUUID } from "node:crypto";
import { type Backend, rest } from "./backend.ts";
import { headersOf } from "./running-backend.ts";
import { sendNote } from "./send-note.ts";

/** Who writes: a technician their notes, an administrator of their company its files. */
export interface Writers {
  technician: { accessToken: string; userId: string };
  administrator: { accessToken: string; companyId: string };
}

/** What a server said to a write: done, to be sent again later, or refused for good. */
type Answer = "done" | "later" | "never";

/** Something that a device sends, under an id of its own, until the server has it. */
export interface Write {
  id: string;
  /** @throws when the connection breaks */
  send(backend: Backend): Promise<Answer>;
  /** What is wrong with it on the server once it was acknowledged; null when nothing is. */
  problem(backend: Backend): Promise<string | null>;
}

/** The statuses after which a device does not send something again by itself. */
const FOR_GOOD = [400, 401, 403, 404, 413, 415, 422];
const answerOf = (status: number): Answer => (FOR_GOOD.includes(status) ? "never" : "later");

export function historyRow({ technician }: Writers): Write {
  const id = randomUUID();
  const input = randomBytes(600).toString("base64");
  return {
    id,
    async send(backend) {
      const { status } = await rest(backend, technician.accessToken, "POST", "agent_logs", {
        id,
        user_id: technician.userId,
        agent_type: "voice",
        input_type: "voice",
        input_data: input,
      });
      // A conflict says that it arrived before.
      return status === 201 || status === 409 ? "done" : answerOf(status);
    },
    async problem(backend) {
      const path = `agent_logs?select=input_data&id=eq.${id}`;
      const { body } = await rest<unknown[]>(backend, technician.accessToken, "GET", path);
      return sameJson(body, [{ input_data: input }]) ? null : `row ${id}: ${JSON.stringify(body)}`;
    },
  };
}

/** A voice note. Its provider has to answer every call with another text. */
export function voiceNote({ technician }: Writers): Write {
  const id = randomUUID();
  const audio = new Uint8Array(randomBytes(8000));
  let transcription: unknown;

  const call = (backend: Backend) => sendNote(backend, technician.accessToken, audio, { key: id });

  return {
    id,
    async send(backend) {
      const reply = await call(backend);
      const body = await reply.json();
      if (reply.status !== 200) return answerOf(reply.status);
      transcription = body.transcription;
      return "done";
    },
    async problem(backend) {
      const path = `detailed_agent_logs?select=status&request_key=eq.${id}`;
      const { body } = await rest<unknown[]>(backend, "service", "GET", path);
      if (!sameJson(body, [{ status: "success" }])) return `note ${id}: ${JSON.stringify(body)}`;
      // A provider that was asked again would have answered something else.
      const again = await (await call(backend)).json();
      return again.transcription === transcription
        ? null
        : `note ${id}: ${JSON.stringify(again)} in place of ${transcription}`;
    },
  };
}

export function companyFile({ administrator }: Writers): Write {
  const id = randomUUID();
  const bytes = new Uint8Array(randomBytes(200_000));
  const address = (backend: Backend) =>
    `${backend.url}/storage/v1/object/knowledge-base/${administrator.companyId}/${id}.txt`;
  const { accessToken } = administrator;

  return {
    id,
    async send(backend) {
      const reply = await fetch(address(backend), {
        method: "POST",
        headers: { ...headersOf(backend, accessToken), "content-type": "text/plain" },
        body: bytes,
      });
      const text = await reply.text();
      // Storage says that it arrived before by a code in the body.
      const isThere = /duplicate/i.test(text);
      return reply.status === 200 || isThere ? "done" : answerOf(reply.status);
    },
    async problem(backend) {
      const reply = await fetch(address(backend), { headers: headersOf(backend, accessToken) });
      const found = new Uint8Array(await reply.arrayBuffer());
      const isSame = reply.status === 200 && checksum(found) === checksum(bytes);
      return isSame ? null : `file ${id}: ${reply.status}, ${found.length} bytes`;
    },
  };
}

const checksum = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const sameJson = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const CHECKED_AT_ONCE = 6;

/** What became of the writes of a server's life, which ended with a kill. */
interface Life {
  acknowledged: Write[];
  /** Whoever sent these was never told whether they arrived. */
  unsure: Write[];
}

/**
 * Writes to a server, each writer one thing after the other, until it is killed.
 * @param makers what each writer writes
 * @param kill called in the middle of all this, once `after` writes were acknowledged
 * @throws Error when a write is refused for good
 */
export async function writeUntilKilled(
  backend: Backend,
  makers: readonly (() => Write)[],
  { after, kill }: { after: number; kill: () => void },
): Promise<Life> {
  const life: Life = { acknowledged: [], unsure: [] };
  let isKilled = false;
  await Promise.all(
    makers.map(async (make) => {
      while (!isKilled) {
        const write = make();
        const answer = await write.send(backend).catch((): Answer => "later");
        if (answer === "never") throw new Error(`${write.id} was refused for good.`);
        (answer === "done" ? life.acknowledged : life.unsure).push(write);
        if (life.acknowledged.length < after || isKilled) continue;
        isKilled = true;
        kill();
      }
    }),
  );
  return life;
}

/** Sends again what may have arrived, until the server has done with each. */
export async function sendAgain(backend: Backend, writes: readonly Write[]): Promise<void> {
  for (const write of writes) {
    for (;;) {
      const answer = await write.send(backend);
      if (answer === "never") throw new Error(`${write.id} was refused for good.`);
      if (answer === "done") break;
      // A call that the kill interrupted is taken up when its claim has run out.
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

/** What is wrong with these writes on the server, in words; empty when each is there once. */
export async function problemsOf(backend: Backend, writes: readonly Write[]): Promise<string[]> {
  const problems: string[] = [];
  const left = writes.values();
  await Promise.all(
    Array.from({ length: CHECKED_AT_ONCE }, async () => {
      for (const write of left) {
        const problem = await write.problem(backend);
        if (problem !== null) problems.push(problem);
      }
    }),
  );
  return problems;
}
