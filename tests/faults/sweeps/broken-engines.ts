import type { NewEntryChange } from "@contracts/entry-change.ts";
import { v7 as uuidv7 } from "uuid";
import type { Backend } from "#backend/backend.ts";
import { readContent } from "#mirror/person/outbox/item-content.ts";
import { promoteNextOfLane } from "#mirror/person/outbox/lanes.ts";
import { parseItem } from "#mirror/person/outbox/read-item.ts";
import type { Arrival } from "#mirror/person/outbox/settle-and-claim.ts";
import type { StoredItem } from "#mirror/person/outbox/stored-item.ts";
import type { Drainer } from "#mirror/person/person-database.ts";
import type { EngineOptions } from "#sync/engine/attempt.ts";
import type { Attempt, Replayer } from "#sync/replayers/replayer.ts";
import { logRow } from "../../support/rows.ts";

type Change = (options: EngineOptions) => EngineOptions;
type Ended = Awaited<ReturnType<Replayer>>;

/** Small mutations of the engine, named after the mistake of a careless author. */
export const BROKEN_ENGINES: Readonly<Record<string, Change>> = {
  "a fresh key for each attempt": sending({ call: (call) => ({ ...call, key: uuidv7() }) }),

  "acknowledged in two transactions": ending("ok", async (ended, attempt) => {
    const { db, item } = attempt;
    await db.transaction("rw", db.outbox, async () => {
      await db.outbox.delete(item.id);
      await promoteNextOfLane(db, item);
    });
    await show(attempt, ended.value);
    return ended;
  }),

  "removed before it is sent": replaying(async (attempt, replay) => {
    await attempt.db.outbox.delete(attempt.item.id);
    const ended = await replay({ ...attempt, recordStep: async () => {}, noteStep: () => {} });
    if (ended.kind === "ok") await show(attempt, ended.value);
    else await attempt.db.outbox.put(attempt.item);
    return ended;
  }),

  "dropped on a 401": dropping("sign-in"),

  "dropped after three attempts": dropping("later", ({ attempts }) => attempts >= 3),

  "dropped when it is refused": dropping("never"),

  "a refused item is tried for ever": ending("never", ({ code, message }) => {
    return { kind: "later", cause: "busy", code, message, retryAfterMs: null };
  }),

  "what was sent is taken for done": ending("later", (ended, attempt) => {
    if (ended.cause !== "network") return ended;
    const log = logRow({ id: attempt.item.id, user_id: attempt.db.personId });
    return { kind: "ok", value: { reply: {}, log } };
  }),

  "no history row is written": (options) => {
    options.backend.tables.addAgentLog = async (row) => {
      return { kind: "ok", value: { ...row, created_at: new Date(0).toISOString() } };
    };
    return options;
  },

  "a fresh id for each history row": sending({ row: (row) => ({ ...row, id: uuidv7() }) }),

  "a fresh id for each correction": changing(async (change) => ({ ...change, id: uuidv7() })),

  "an assignment is lost": (options) => {
    options.backend.tables.addEntryChange = async (row) => {
      return { kind: "ok", value: { ...row, created_at: new Date(0).toISOString() } };
    };
    return options;
  },

  "the older of two edits is valid": changing(async (change) => ({
    ...change,
    revision: Number.MAX_SAFE_INTEGER - change.revision,
  })),

  "the chunks of a recording change places": sending({
    sound: (body) => ({ ...body, chunks: body.chunks.toReversed() }),
  }),

  "a conversation's questions go side by side": placing({ due: 0 }),

  "what was interrupted stays so": staying("sending"),

  "a call in flight is taken for refused": ending("later", (ended) => {
    const { code, message } = ended;
    return code === "in_flight" ? { kind: "never", code, message } : ended;
  }),

  "what waits for a sign-in waits for ever": staying("needs-sign-in"),

  "whoever is signed in sends it": sending({
    call: async (call, auth) => ({ ...call, personId: await holder(auth, call.personId) }),
    row: async (row, auth) => ({ ...row, user_id: await holder(auth, row.user_id) }),
  }),

  "what is next is sent without another look at the queue": replaying(
    async (attempt, replay, others) => {
      const { db } = attempt;
      const due = await db.outbox.where("state").equals("queued").sortBy("size");
      const next = parseItem(due.at(-1));
      const content = next === null ? null : await readContent(db, next);
      const ended = await replay(attempt);
      if (next !== null && content !== null) {
        await others[next.payload.kind]({ ...attempt, item: next, content: async () => content });
      }
      return ended;
    },
  ),

  "durability is relaxed": (options) => {
    // A browser's default: it depends on luck what a power cut leaves of a commit.
    const internals = options.db as unknown as {
      _options: { chromeTransactionDurability: string };
    };
    internals._options.chromeTransactionDurability = "relaxed";
    return options;
  },

  "a conversation's order is that of the ids": placing({ place: 0 }),

  "sound without speech is kept like any other": (options) => {
    options.db.keptAudio.hook("creating", (_, audio) => {
      audio.empty = false;
    });
    return options;
  },

  "the fence does not hold": (options) => {
    const { drainer } = options.db;
    const put = drainer.put.bind(drainer);
    let own: number | undefined;
    drainer.put = (row) => {
      own = row.fence;
      return put(row);
    };
    const get = drainer.get.bind(drainer) as (name: string) => Promise<Drainer | undefined>;
    drainer.get = (async (name: string) => {
      const row = await get(name);
      return row && { ...row, fence: own ?? row.fence };
    }) as unknown as typeof drainer.get;
    return options;
  },

  "a frozen drainer is never replaced": (options) => {
    const { locks } = options.ports;
    const request: typeof locks.request = (name, { steal: _, ...rest }, granted) =>
      locks.request(name, rest, granted);
    return { ...options, ports: { ...options.ports, locks: { ...locks, request } } };
  },
};

type Voice = Parameters<Backend["functions"]["voiceTranscribe"]>;
interface Sent {
  sound: Voice[0];
  call: Voice[1];
  row: Parameters<Backend["tables"]["addAgentLog"]>[0];
}
type Changes = {
  [Name in keyof Sent]?: (
    sent: Sent[Name],
    auth: Backend["auth"],
  ) => Sent[Name] | Promise<Sent[Name]>;
};

/** An engine that changes on the way to the server what a note or a photo sends. */
function sending(changes: Changes): Change {
  return (options) => {
    const { auth, functions, tables } = options.backend;
    const { voiceTranscribe, snapProcess } = functions;
    const { addAgentLog } = tables;
    const changed = async <Name extends keyof Sent>(name: Name, sent: Sent[Name]) =>
      (await changes[name]?.(sent, auth)) ?? sent;
    functions.voiceTranscribe = async (body, call) =>
      voiceTranscribe(await changed("sound", body), await changed("call", call));
    functions.snapProcess = async (body, call) => snapProcess(body, await changed("call", call));
    tables.addAgentLog = async (row, signal) => addAgentLog(await changed("row", row), signal);
    return options;
  };
}

/** An engine that changes on the way to the server what a change of an entry sends. */
function changing(change: (row: NewEntryChange) => Promise<NewEntryChange>): Change {
  return (options) => {
    const { addEntryChange } = options.backend.tables;
    options.backend.tables.addEntryChange = async (row, signal) =>
      addEntryChange(await change(row), signal);
    return options;
  };
}

async function holder(auth: Backend["auth"], personId: string): Promise<string> {
  const session = await auth.current();
  return session.kind === "token" ? session.user.id : personId;
}

function replaying(
  around: (
    attempt: Attempt,
    replay: Replayer,
    replayers: EngineOptions["replayers"],
  ) => Promise<Ended>,
): Change {
  return ({ replayers, ...options }) => ({
    ...options,
    replayers: {
      voice: (attempt) => around(attempt, replayers.voice, replayers),
      photo: (attempt) => around(attempt, replayers.photo, replayers),
      question: (attempt) => around(attempt, replayers.question, replayers),
      feedback: (attempt) => around(attempt, replayers.feedback, replayers),
      assignment: (attempt) => around(attempt, replayers.assignment, replayers),
      correction: (attempt) => around(attempt, replayers.correction, replayers),
    },
  });
}

/** An engine that writes this instead when an item takes its place in the queue. */
function placing(fields: Partial<StoredItem>): Change {
  return (options) => {
    options.db.outbox.hook("creating", (_, item) => {
      Object.assign(item, fields);
    });
    options.db.outbox.hook("updating", (change) => ("place" in change ? fields : undefined));
    return options;
  };
}

/** An engine in whose queue an item in this state is never queued again. */
function staying(state: string): Change {
  return (options) => {
    options.db.outbox.hook("updating", (change, _, item) => {
      const isRevived = item.state === state && "state" in change && change.state === "queued";
      return isRevived ? { state, due: null } : undefined;
    });
    return options;
  };
}

/** An engine that goes on in its own way after an attempt that ended like this. */
function ending<Kind extends Ended["kind"]>(
  kind: Kind,
  then: (ended: Extract<Ended, { kind: Kind }>, attempt: Attempt) => Ended | Promise<Ended>,
): Change {
  return replaying(async (attempt, replay) => {
    const ended = await replay(attempt);
    return ended.kind === kind ? then(ended as Extract<Ended, { kind: Kind }>, attempt) : ended;
  });
}

/** An engine that deletes an item after an attempt that ended like this. */
function dropping(kind: Ended["kind"], isHopeless = (_: Attempt["item"]) => true): Change {
  return ending(kind, async (ended, { db, item }) => {
    if (isHopeless(item)) await db.outbox.delete(item.id);
    return ended;
  });
}

async function show({ db, item, now }: Attempt, arrival: Arrival): Promise<void> {
  if ("rating" in arrival) {
    const { rating } = arrival;
    await db.ratings.put({ ...rating, id: rating.message_id, mirroredAt: now() });
    return;
  }
  if ("change" in arrival) {
    await db.entryChanges.put({ ...arrival.change, mirroredAt: now() });
    return;
  }
  const { reply, log } = arrival;
  await db.agentLogs.put({ ...log, mirroredAt: now() });
  await db.results.put({ id: item.id, reply, receivedAt: now() });
}
