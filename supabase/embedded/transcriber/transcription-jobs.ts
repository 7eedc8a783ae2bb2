import { createHash } from "node:crypto";
import { FairQueue, QueueFull } from "../http/fair-queue.ts";

/** Recordings that wait or are worked on at once, in all; each may be 24 MiB. */
const MOST_JOBS = 12;
/** Of one person, one is worked on and two wait, for less than an hour, because their callers leave before. */
const limits = { perCaller: 1, total: MOST_JOBS, maxWaiting: 2, maxWaitMs: 60 * 60_000 };
/** How long a result is remembered, in milliseconds: a device that lost the answer asks again. */
const REMEMBERED = 10 * 60_000;
/**
 * How long work that has begun goes on when nobody waits for it any more, in milliseconds: a long
 * recording may need more time than one request has, whose caller then asks again.
 */
const ABANDONED = 45_000;

/**
 * Turns a recording into a result.
 * @param takeTurn is to be called between the parts of the work; throws when the work is to end
 */
export type TranscriptionWork<Result> = (
  recording: Uint8Array,
  takeTurn: () => Promise<void>,
) => Promise<Result>;

interface Progress {
  isBegun: boolean;
  isDone: boolean;
  waiting: number;
  /** Ends the job when it is abandoned, and forgets it when it is done. */
  timer: ReturnType<typeof setTimeout> | undefined;
  cancel: AbortController;
}
type Job<Result> = Progress & { result: Promise<Result> };

/**
 * Transcribes one recording of each person at a time; people take turns. A repetition waits for the first
 * one's result, or gets what is remembered.
 */
export class TranscriptionJobs<Result> {
  readonly #work: TranscriptionWork<Result>;
  readonly #turns = new Turns();
  readonly #jobs = new Map<string, Job<Result>>();
  readonly #line = new FairQueue(limits);

  constructor(work: TranscriptionWork<Result>) {
    this.#work = work;
  }

  /**
   * @param signal aborts when the caller waits no longer
   * @throws QueueFull, the signal's reason, and what the work throws
   */
  async result(person: string, recording: Uint8Array, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    const key = `${createHash("sha256").update(recording).digest("hex")} ${person}`;
    const job = this.#jobs.get(key) ?? this.#add(key, person, recording);
    const over = new AbortController();
    const left = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { signal: over.signal });
    });
    job.waiting += 1;
    if (!job.isDone) clearTimeout(job.timer);
    try {
      return await Promise.race([job.result, left]);
    } finally {
      over.abort();
      job.waiting -= 1;
      if (job.waiting === 0 && !job.isDone) this.#abandon(key, job);
    }
  }

  #add(key: string, person: string, recording: Uint8Array): Job<Result> {
    if (this.#line.taken + this.#line.waiting >= MOST_JOBS) throw new QueueFull(5);
    const cancel = new AbortController();
    const begun: Progress = { cancel, isBegun: false, isDone: false, waiting: 0, timer: undefined };
    const job = Object.assign(begun, { result: this.#workOn(begun, person, recording) });
    this.#jobs.set(key, job);
    job.result.then(
      () => {
        job.isDone = true;
        clearTimeout(job.timer);
        job.timer = setTimeout(() => this.#forget(key, job), REMEMBERED);
      },
      () => this.#forget(key, job),
    );
    return job;
  }

  async #workOn(job: Progress, person: string, recording: Uint8Array): Promise<Result> {
    const { signal } = job.cancel;
    const leave = await this.#line.enter(person, 1, signal);
    job.isBegun = true;
    const turns = this.#turns.begin(() => job.waiting > 0, signal);
    try {
      await turns.take();
      return await this.#work(recording, turns.take);
    } finally {
      turns.end();
      leave();
    }
  }

  /** Ends a job for which nobody waits: soon if it was begun, at once if it stands in the line. */
  #abandon(key: string, job: Job<Result>): void {
    const end = () => {
      this.#forget(key, job);
      job.cancel.abort();
    };
    if (job.isBegun) job.timer = setTimeout(end, ABANDONED);
    else end();
  }

  #forget(key: string, job: Job<Result>): void {
    job.isDone = true;
    clearTimeout(job.timer);
    if (this.#jobs.get(key) === job) this.#jobs.delete(key);
  }
}

/** A turn lasts so long, in milliseconds, or as long as a part of the work takes. */
const TURN = 50;

interface Worker {
  /** How long it has worked, in milliseconds. */
  worked: number;
  isWanted: () => boolean;
  /** Begins its next turn; null while it has one. */
  resume: (() => void) | null;
}

/**
 * Lets several works go on by turns: the next turn is that of the work that had the least time, so
 * that a short one is soon done whatever the others are. What nobody wants any more comes last.
 */
class Turns {
  readonly #workers = new Set<Worker>();
  #current: Worker | null = null;
  #begun = 0;

  /** @param isWanted whether somebody waits for the result */
  begin(isWanted: () => boolean, signal: AbortSignal) {
    const least = Math.min(...[...this.#workers].map(({ worked }) => worked));
    const worker: Worker = { worked: Number.isFinite(least) ? least : 0, isWanted, resume: null };
    this.#workers.add(worker);
    signal.addEventListener("abort", () => worker.resume?.());
    return {
      /**
       * Resolves when the work may go on: at once during its turn. To be called between its parts.
       * @throws the signal's reason when it has aborted
       */
      take: async () => {
        if (this.#current === worker && performance.now() < this.#begun + TURN) return;
        this.#giveBack(worker);
        signal.throwIfAborted();
        await new Promise<void>((resolve) => {
          worker.resume = resolve;
          this.#chooseSoon();
        });
        signal.throwIfAborted();
      },
      /** Leaves the turns to others: the work is over. */
      end: () => {
        this.#giveBack(worker);
        this.#workers.delete(worker);
        this.#chooseSoon();
      },
    };
  }

  #giveBack(worker: Worker): void {
    if (this.#current !== worker) return;
    worker.worked += performance.now() - this.#begun;
    this.#current = null;
  }

  /** After a timer, which lets requests in. */
  #chooseSoon(): void {
    setTimeout(() => {
      if (this.#current !== null) return;
      const [next] = [...this.#workers]
        .filter(({ resume }) => resume !== null)
        .sort((a, b) => Number(b.isWanted()) - Number(a.isWanted()) || a.worked - b.worked);
      if (next === undefined) return;
      this.#current = next;
      this.#begun = performance.now();
      next.resume?.();
      next.resume = null;
    });
  }
}
