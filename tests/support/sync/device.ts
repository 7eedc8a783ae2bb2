import { v7 as uuidv7 } from "uuid";
import { vi } from "vitest";
import { type Backend, openBackend } from "#backend/backend.ts";
import type { KeyValueStore } from "#backend/deployment.ts";
import { PersonDatabase } from "#mirror/person/person-database.ts";
import { beginRecording } from "#outbox/recording-session.ts";
import type { Locks, Ports } from "#platform/ports.ts";
import type { EngineOptions } from "#sync/engine/attempt.ts";
import { type Connectivity, createConnectivity } from "#sync/engine/connectivity.ts";
import { createEngine } from "#sync/engine/engine.ts";
import { REPLAYERS } from "#sync/replayers/replayers.ts";
import { createManualClock, type ManualClock } from "./manual-clock.ts";
import { createMemoryLocks } from "./memory-locks.ts";
import { ModelServer } from "./model-server.ts";

/** One context (a tab, or the worker) of a device. */
export interface Context {
  db: PersonDatabase;
  backend: Backend;
  engine: ReturnType<typeof createEngine>;
  connectivity: Connectivity;
  clock: ManualClock;
  ports: Ports;
  sessionRefusals: () => number;
  close(): void;
}

/** Parts of the device that a context has of its own; an omitted part is the device's. */
export interface Surroundings {
  locks?: Locks;
  fetch?: typeof fetch;
  random?: () => number;
  /** The person for whom it works; by default the device's first person. */
  personId?: string;
  sessionRefused?: () => void;
  /** A database class of another version than the app's. */
  database?: new (
    personId: string,
  ) => PersonDatabase;
  change?: (options: EngineOptions) => EngineOptions;
}

/** The key under which supabase-js stores the session. */
const SESSION = "sb-backend-auth-token";

/** How many devices this process has made: each has other people, as they may share one IndexedDB. */
let devices = 0;

/** A device with one signed-in person, its storage shared by every context opened on it. */
export class Device {
  readonly clock = createManualClock();
  readonly server: ModelServer;
  readonly locks: Locks = createMemoryLocks();
  readonly #values = new Map<string, string>();
  readonly #contexts: Context[] = [];
  #ids = 0;

  /** @param seed of the ids of the accounts, on whose order the app's reads depend */
  constructor(seed = Number(process.env.TEST_SEED ?? 0) + ++devices) {
    this.server = new ModelServer(this.clock, seed);
    vi.stubGlobal("navigator", { locks: this.locks });
    // Browsers and workers have this class, and supabase-js needs it in its constructor; no socket
    // is opened.
    vi.stubGlobal("WebSocket", class {});
    this.signIn(this.server.personId);
  }

  /** Begins a session for all contexts of the device, replacing any other session. */
  signIn(personId: string): void {
    this.#values.set(SESSION, this.server.sessions.signIn(personId));
  }

  signOut(): void {
    this.#values.delete(SESSION);
  }

  /** Opens a context. It uses the device's clock, unless it has its own (like a frozen tab). */
  open(clock: ManualClock = this.clock, around: Surroundings = {}): Context {
    const db = new (around.database ?? PersonDatabase)(around.personId ?? this.server.personId);
    const ports: Ports = {
      clock,
      random: around.random ?? (() => 0.5),
      newId: () => uuidv7({ msecs: clock.now(), seq: this.#ids++ }),
      locks: around.locks ?? this.locks,
    };
    const store: KeyValueStore = {
      getItem: async (key) => this.#values.get(key) ?? null,
      setItem: async (key, value) => void this.#values.set(key, value),
      replaceItem: async (key, value) => {
        if (this.#values.has(key)) this.#values.set(key, value);
      },
      removeItem: async (key) => void this.#values.delete(key),
    };
    const backend = openBackend(
      { supabaseUrl: "http://backend.test", supabaseKey: "public", demo: false },
      store,
      "worker",
      around.fetch ?? this.server.fetch,
    );
    const connectivity = createConnectivity({ probe: backend.probe, clock, random: ports.random });
    let refusals = 0;
    const options: EngineOptions = {
      db,
      backend,
      connectivity,
      ports,
      replayers: REPLAYERS,
      sessionRefused: () => {
        refusals += 1;
        around.sessionRefused?.();
      },
    };
    const engine = createEngine(around.change?.(options) ?? options);
    const context: Context = {
      db,
      backend,
      engine,
      connectivity,
      clock,
      ports,
      sessionRefusals: () => refusals,
      close() {
        engine.stop();
        db.close();
      },
    };
    this.#contexts.push(context);
    return context;
  }

  /** Records and seals a voice note of `bytes` bytes. @returns its id */
  async record(context: Context, bytes = 1000, fill = 1): Promise<string> {
    const note = await beginRecording(context.db, context.ports, "audio/webm;codecs=opus");
    await note.append(new Uint8Array(bytes).fill(fill).buffer, 1000);
    await note.seal();
    return note.id;
  }

  close(): void {
    for (const context of this.#contexts) context.close();
    vi.unstubAllGlobals();
    // What supabase-js has begun in a context may still ask for the locks.
    vi.stubGlobal("navigator", { locks: this.locks });
  }
}
