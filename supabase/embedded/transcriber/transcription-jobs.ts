import { createHash } from "node:crypto";

/** Recordings that wait or are worked on at once, of one person and in all; each may be 24 MiB. */
const MOST_OF_PERSON = 3;
const MOST_JOBS = 12;
/** How long a result is remembered, in milliseconds: a device that lost the answer asks again. */
const REMEMBERED = 10 * 60_000;
/**
 * How long work that has begun goes on when nobody waits for it any more, in milliseconds: a long
 * recording may need more time than one request has, whose caller then asks again.
 */
const ABANDONED = 45_000;

/** Thrown when more recordings wait than are taken. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

/**
 * Turns a recording into a result.
 * @param takeTurn is to be called between the parts of the work; throws when the work is to end
 */
export type TranscriptionWork<Result> = (
  recording: Uint8Array,
  takeTurn: () => Promise<void>,
) => Promise<Result>;

interface Job<Result> {
  result: Promise<Result>;
  isDone: boolean;
  waiting: number;
  /** Ends the job when it is abandoned, and forgets it when it is done. */
  timer: ReturnType<typeof setTimeout> | undefined;
  cancel: AbortController;
}

/** A job that is not done, with what it needs until then. */
interface OpenJob<Result> {
  job: Job<Result>;
  recording: Uint8Array;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

/**
 * Transcribes one recording of each person at a time; people take turns. A repetition waits for the first
 * one's result, or gets what is remembered.
 */
export class TranscriptionJobs<Result> {
  readonly #work: TranscriptionWork<Result>;
  readonly #turns = new Turns();
  readonly #jobs = new Map<string, Job<Result>>();
  /** Each person's jobs, in the order in which they came: the first is worked on. */
  readonly #lines = new Map<string, OpenJob<Result>[]>();

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
      if (job.waiting === 0 && !job.isDone) this.#abandon(key, job, person);
    }
  }

  #add(key: string, person: string, recording: Uint8Array): Job<Result> {
    const line = this.#lines.get(person) ?? [];
    const open = [...this.#lines.values()].reduce((sum, { length }) => sum + length, 0);
    if (line.length >= MOST_OF_PERSON || open >= MOST_JOBS) {
      throw new QueueFull("Too many recordings are waiting.");
    }
    let settle!: Pick<OpenJob<Result>, "resolve" | "reject">;
    const result = new Promise<Result>((resolve, reject) => {
      settle = { resolve, reject };
    });
    const cancel = new AbortController();
    const job: Job<Result> = { result, cancel, isDone: false, waiting: 0, timer: undefined };
    this.#jobs.set(key, job);
    result.then(
      () => {
        job.isDone = true;
        clearTimeout(job.timer);
        job.timer = setTimeout(() => this.#forget(key, job), REMEMBERED);
      },
      () => this.#forget(key, job),
    );
    line.push({ job, recording, ...settle });
    if (line.length === 1) {
      this.#lines.set(person, line);
      void this.#workOn(person, line);
    }
    return job;
  }

  async #workOn(person: string, line: OpenJob<Result>[]): Promise<void> {
    for (let [open] = line; open !== undefined; [open] = line) {
      const { job, recording, resolve, reject } = open;
      const turns = this.#turns.begin(() => job.waiting > 0, job.cancel.signal);
      try {
        await turns.take();
        resolve(await this.#work(recording, turns.take));
      } catch (error) {
        reject(error);
      }
      turns.end();
      line.shift();
    }
    this.#lines.delete(person);
  }

  /** Ends a job for which nobody waits: soon if it was begun, at once if it stands in the line. */
  #abandon(key: string, job: Job<Result>, person: string): void {
    const line = this.#lines.get(person) ?? [];
    const place = line.findIndex((open) => open.job === job);
    if (place > 0) {
      line.splice(place, 1);
      this.#forget(key, job);
      return;
    }
    job.timer = setTimeout(() => {
      this.#forget(key, job);
      job.cancel.abort();
    }, ABANDONED);
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
