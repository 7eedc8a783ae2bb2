import type { Backend } from "../backend/backend.ts";
import { type Outcome, refusalMessage } from "../backend/outcome.ts";
import { repeatRead } from "../backend/repeat-read.ts";
import { ASK_SCOPE } from "../mirror/person/conversations.ts";
import { refreshedAt } from "../mirror/person/lists/server-list.ts";
import { onOutboxChange, readWaiting } from "../mirror/person/outbox/waiting.ts";
import type { PersonDatabase } from "../mirror/person/person-database.ts";
import { tidyAudio } from "../mirror/person/recordings/kept-audio.ts";
import { browserPorts } from "../platform/browser-ports.ts";
import { whenVisible } from "../platform/page-visibility.ts";
import { joining } from "../platform/serialize.ts";
import { throttle } from "../platform/throttle.ts";
import { requestBackgroundDrain } from "./background-sync.ts";
import { createConnectivity, watchForReturn } from "./engine/connectivity.ts";
import { createEngine } from "./engine/engine.ts";
import { pullKnowledge } from "./pull/knowledge.ts";
import { createFailedRefreshes, type Pull } from "./pull/pull.ts";
import { pullAskConversation, pullHistory } from "./pull/pull-own-lists.ts";
import { REPLAYERS } from "./replayers/replayers.ts";

/** How long the refreshes of a returning network wait at most for what is sent (ms). */
const SENDING_FIRST_MS = 3000;

/** Sync for the pages of a tab. */
export type PageSync = ReturnType<typeof startPageSync>;

/**
 * Keeps one person's mirror and the server in step while a tab is open: drains the queue, refreshes
 * the history after a drain, and reacts to browser events (online again, visible again).
 */
export function startPageSync(
  db: PersonDatabase,
  backend: Backend,
  sessionRefused: (personId: string) => void,
) {
  const ports = browserPorts;
  const connectivity = createConnectivity({ probe: backend.probe, ...ports });
  const engine = createEngine({
    db,
    backend,
    connectivity,
    ports,
    replayers: REPLAYERS,
    drained: () => {
      void refreshHistory();
      void tellQueue();
    },
    sessionRefused: refused,
  });
  const isVisible = () => document.visibilityState === "visible";
  const returning = watchForReturn({ connectivity, clock: ports.clock, isVisible });

  function refused(): void {
    sessionRefused(db.personId);
  }

  let stopped = false;
  async function ask<T>(
    question: (backend: Backend) => Promise<Outcome<T>>,
  ): Promise<Outcome<T> | null> {
    if (!(await connectivity.ensureUp())) return null;
    const outcome = await question(backend).catch((error) => {
      // The person signed out meanwhile, and the mirror is closed: the answer is not needed.
      if (!stopped) console.error("The device could not keep what it asked for:", error);
      return null;
    });
    if (outcome?.kind === "sign-in") refused();
    if (outcome?.kind === "later" && outcome.cause === "network") connectivity.invalidate();
    return outcome;
  }
  const failures = createFailedRefreshes();
  async function refresh(pull: Pull): Promise<Outcome<null> | null> {
    let askedAt = 0;
    function note(outcome: Outcome<null> | null): void {
      if (!stopped) failures.note(pull, askedAt, outcome);
    }
    function read(): Promise<Outcome<null> | null> {
      askedAt = ports.clock.now();
      return ask(() => pull.run(db, backend, ports.clock.now));
    }
    // A hidden page does not repeat reads. It refreshes everything when it becomes visible.
    const isOver = () => stopped || !isVisible();
    const outcome = await repeatRead({ read, ports, failing: note, isStopped: isOver });
    note(outcome);
    return outcome;
  }
  /** Nobody sees that this could not be loaded: what was here before stays on the page. */
  async function refreshLogged(pull: Pull, what: string): Promise<void> {
    const refusal = refusalMessage(await refresh(pull));
    if (refusal !== null) console.error(`The ${what} could not be loaded:`, refusal);
  }
  const refreshHistory = () => refreshLogged(pullHistory, "history");
  // Joined, because the first refresh on a device makes many requests.
  const refreshKnowledge = joining(() => refresh(pullKnowledge));

  const tidy = () => void tidyAudio(db, ports.clock.now());
  /** Runs a pull whose code is loaded here, because no page waits for it. */
  const later = (load: () => Promise<Pull>) => async () => {
    const pull = await load().catch(() => null);
    if (pull !== null && !stopped) await refresh(pull);
  };
  const refreshVocabulary = later(
    async () => (await import("./pull/pull-list.ts")).pullOwnVocabulary,
  );
  const refreshJobs = later(async () => {
    const { pullCopyLayouts, pullOwnChanges, pullOwnJobs } = await import("./pull/pull-list.ts");
    await refresh(pullOwnChanges);
    await refresh(pullCopyLayouts);
    return pullOwnJobs;
  });
  const tellQueue = later(async () => (await import("./pull/report-queue.ts")).reportQueue);
  const refreshConversation = () => refreshLogged(pullAskConversation, "conversation");
  /**
   * Loads the conversation once, so that it is readable without a signal before its page was ever
   * opened. Later, its page refreshes it.
   */
  async function refreshFirstConversation(): Promise<void> {
    if ((await refreshedAt(db, ASK_SCOPE)) === null && !stopped) await refreshConversation();
  }

  function refreshAll(): void {
    // The entries and their changes name the closed jobs.
    void refreshHistory().then(refreshJobs);
    void refreshKnowledge();
    void refreshVocabulary();
    void tellQueue();
    void refreshFirstConversation();
  }
  let isRefreshDue = false;
  /** Waiting items go first: the refreshes would take its connections and its time. */
  function refreshAfter(sent?: Promise<void>): void {
    if (isRefreshDue) return;
    isRefreshDue = true;
    const pause = new Promise<void>((resolve) => ports.clock.after(SENDING_FIRST_MS, resolve));
    void Promise.race([sent ?? pause, pause]).then(() => {
      isRefreshDue = false;
      if (!stopped) refreshAll();
    });
  }
  let wasDown = false;
  const endReturns = connectivity.subscribe((state) => {
    // The browser does not report every network that is back. The engine sends by itself.
    if (state === "up" && wasDown) refreshAfter();
    wasDown = state === "down";
  });
  function connectionLost(): void {
    connectivity.invalidate();
    void connectivity.ensureUp();
  }

  const online = () => refreshAfter(engine.wake("network"));
  window.addEventListener("online", online);
  window.addEventListener("offline", connectionLost);
  const endVisits = whenVisible(() => {
    void engine.wake("visible");
    returning.look();
    tidy();
    refreshAll();
  });
  let known = { count: 0, newest: "" };
  async function wakeForNew(): Promise<void> {
    const waiting = await readWaiting(db).catch(() => known);
    const isMore = waiting.count > known.count || waiting.newest > known.newest;
    known = waiting;
    // Only for new items: a worker that was woken by its own attempts would never stop.
    if (!isMore || stopped) return;
    // Tried at once, because a backend that has been down for long is probed rarely.
    if (connectivity.state() === "down") void engine.wake("visible");
    // Resolves once a worker is active. Where there never is one, it stays pending, at no cost.
    void navigator.serviceWorker?.ready.then(requestBackgroundDrain);
  }
  // Throttled: a drain changes the queue several times per item, and each look waits behind those
  // transactions.
  const lookForNew = throttle(ports.clock, 1000, () => void wakeForNew());
  const endLooking = onOutboxChange(db, lookForNew);
  lookForNew();
  engine.start();
  tidy();
  refreshAll();

  return {
    connection: connectivity.state,
    subscribe: connectivity.subscribe,
    /** Sends now, because the person asked for it. */
    retry: () => void engine.wake("retry"),
    /**
     * Asks the backend a question that changes nothing, if it can be reached, and repeats it for some
     * seconds while it fails.
     * @returns null when it could not be reached, or the device could not store the answer
     */
    read: <T>(question: (backend: Backend) => Promise<Outcome<T>>) =>
      repeatRead({ read: () => ask(question), ports, isStopped: () => stopped }),
    /** Refreshes a part of the mirror if the backend can be reached. */
    refresh,
    /** The last refresh of a scope of the mirror, if it failed. */
    failedRefresh: failures.of,
    /** Calls the listener when a refresh failed, or no longer does. */
    subscribeToFailures: failures.subscribe,
    /** Reports when others changed some tables, if the backend reports that. */
    follow: backend.changes.follow,
    refreshHistory,
    refreshConversation,
    refreshKnowledge,
    stop(): void {
      stopped = true;
      window.removeEventListener("online", online);
      window.removeEventListener("offline", connectionLost);
      endVisits();
      endLooking();
      returning.stop();
      endReturns();
      engine.stop();
    },
  };
}
