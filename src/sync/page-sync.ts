import type { Backend } from "../backend/backend.ts";
import type { Outcome } from "../backend/outcome.ts";
import { ASK_SCOPE } from "../mirror/person/conversations.ts";
import { refreshedAt } from "../mirror/person/lists/scopes.ts";
import { onOutboxChange } from "../mirror/person/outbox/outbox-changes.ts";
import { readWaiting, type Waiting } from "../mirror/person/outbox/waiting.ts";
import type { PersonDatabase } from "../mirror/person/person-database.ts";
import { browserPorts } from "../platform/browser-ports.ts";
import { throttle } from "../platform/throttle.ts";
import { requestBackgroundDrain } from "./background-sync.ts";
import { type ConnectionState, createConnectivity } from "./engine/connectivity.ts";
import { createEngine } from "./engine/engine.ts";
import { tidyAudio } from "./engine/tidy-audio.ts";
import { pullKnowledge } from "./pull/knowledge.ts";
import { pullAskConversation, pullHistory } from "./pull/own-lists.ts";
import type { Pull } from "./pull/pull.ts";
import { REPLAYERS } from "./replayers/replayers.ts";

/** Sync as a page sees it. */
export interface PageSync {
  connection(): ConnectionState;
  subscribe(changed: () => void): () => void;
  /** A person asked to send now. */
  retry(): void;
  /**
   * Asks the backend something when it can be reached; null when there was no asking, or the device
   * could not keep the answer.
   */
  ask<T>(question: (backend: Backend) => Promise<Outcome<T>>): Promise<Outcome<T> | null>;
  /** Refreshes a part of the mirror, likewise. */
  refresh(pull: Pull): Promise<Outcome<null> | null>;
  /** Calls back when others changed these tables, where the backend tells. @returns stops it */
  follow(tables: readonly string[], changed: () => void): () => void;
  /** Refreshes the history from the server when it can be reached. */
  refreshHistory(): Promise<unknown>;
  /** Refreshes the conversation with Ask, likewise. */
  refreshConversation(): Promise<unknown>;
  /** Refreshes the manuals, likewise. */
  refreshKnowledge(): Promise<unknown>;
  stop(): void;
}

/**
 * Keeps one person's mirror and the server in step while a tab is open: drains the queue, refreshes
 * the history after a drain, and wakes on what a browser tells (back online, visible again).
 */
export function startPageSync(
  db: PersonDatabase,
  backend: Backend,
  sessionRefused: (personId: string) => void,
): PageSync {
  const ports = browserPorts;
  const connectivity = createConnectivity({
    probe: backend.probe,
    clock: ports.clock,
    random: ports.random,
  });
  const engine = createEngine({
    db,
    backend,
    connectivity,
    ports,
    replayers: REPLAYERS,
    drained: () => void refreshHistory(),
    sessionRefused: refused,
  });

  function refused(): void {
    sessionRefused(db.personId);
  }

  let stopped = false;
  async function ask<T>(
    question: (backend: Backend) => Promise<Outcome<T>>,
  ): Promise<Outcome<T> | null> {
    if (!(await connectivity.ensureUp())) return null;
    const outcome = await question(backend).catch((error) => {
      // The mirror was closed under it: the person left, and nobody needs the answer.
      if (!stopped) console.error("The device could not keep what it asked for:", error);
      return null;
    });
    if (outcome?.kind === "sign-in") refused();
    if (outcome?.kind === "later" && outcome.cause === "network") connectivity.invalidate();
    return outcome;
  }
  const refresh = (pull: Pull) => ask(() => pull.run(db, backend, ports.clock.now));
  const refreshHistory = () => refresh(pullHistory);
  let knowledge: Promise<unknown> | null = null;
  /** Many requests on a first device: not begun again while it is under way. */
  function refreshKnowledge(): Promise<unknown> {
    knowledge ??= refresh(pullKnowledge).finally(() => {
      knowledge = null;
    });
    return knowledge;
  }

  const tidy = () => void tidyAudio(db, ports.clock.now());
  const refreshConversation = () => refresh(pullAskConversation);
  /** Its page refreshes it; before it is first opened it has to be here, for use without a signal. */
  async function refreshFirstConversation(): Promise<void> {
    if ((await refreshedAt(db, ASK_SCOPE)) === null && !stopped) await refreshConversation();
  }

  function back(): void {
    engine.wake("network");
    void refreshHistory();
    void refreshKnowledge();
    void refreshFirstConversation();
  }
  function gone(): void {
    connectivity.invalidate();
    void connectivity.ensureUp();
  }
  function seen(): void {
    if (document.visibilityState !== "visible") return;
    engine.wake("visible");
    tidy();
    void refreshHistory();
    void refreshKnowledge();
  }

  window.addEventListener("online", back);
  window.addEventListener("offline", gone);
  document.addEventListener("visibilitychange", seen);
  let known: Waiting = { count: 0, newest: "" };
  async function wakeForNew(): Promise<void> {
    const waiting = await readWaiting(db).catch(() => known);
    const isMore = waiting.count > known.count || waiting.newest > known.newest;
    known = waiting;
    // Once for what is new: a worker that is woken for each of its own attempts never rests.
    if (!isMore || stopped) return;
    // Once there is one that can be woken; where there never is, this waits for ever and costs nothing.
    void navigator.serviceWorker?.ready.then(requestBackgroundDrain);
  }
  // A drain changes the queue several times an item, and a look at it waits in the same line.
  const lookForNew = throttle(ports.clock, 1000, () => void wakeForNew());
  const endLooking = onOutboxChange(db, lookForNew);
  lookForNew();
  engine.start();
  tidy();
  void refreshHistory();
  void refreshKnowledge();
  void refreshFirstConversation();

  return {
    connection: connectivity.state,
    subscribe: connectivity.subscribe,
    retry: () => engine.wake("retry"),
    ask,
    refresh,
    follow: backend.changes.follow,
    refreshHistory,
    refreshConversation,
    refreshKnowledge,
    stop() {
      stopped = true;
      window.removeEventListener("online", back);
      window.removeEventListener("offline", gone);
      document.removeEventListener("visibilitychange", seen);
      endLooking();
      engine.stop();
    },
  };
}
