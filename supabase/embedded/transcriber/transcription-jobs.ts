import { createHash } from "node:crypto";

/** Recordings that wait or are worked on at once; each may be 24 MiB. */
const MOST_JOBS = 6;
/** How long a result is remembered, in milliseconds: a device that lost the answer asks again. */
const REMEMBERED = 10 * 60_000;
/** How long a job goes on when nobody waits for it any more, in milliseconds: they may come back. */
const ABANDONED = 45_000;

/** Thrown when more recordings wait than are taken. */
export class QueueFull extends Error {
  override readonly name = "QueueFull";
}

interface Job<Result> {
  result: Promise<Result>;
  isDone: boolean;
  waiting: number;
  /** Ends the job when it is abandoned, and forgets it when it is done. */
  timer: ReturnType<typeof setTimeout> | undefined;
  cancel: AbortController;
}

/**
 * Transcribes one recording at a time. The same recording is worked on once, however often it is
 * sent: a repetition waits for the first one's result, or gets what is remembered.
 */
export class TranscriptionJobs<Result> {
  readonly #work: (recording: Uint8Array, signal: AbortSignal) => Promise<Result>;
  readonly #jobs = new Map<string, Job<Result>>();
  /** Settles when the last job in the queue has. */
  #last: Promise<unknown> = Promise.resolve();

  /** @param work must reject soon after its signal aborts */
  constructor(work: (recording: Uint8Array, signal: AbortSignal) => Promise<Result>) {
    this.#work = work;
  }

  /**
   * @param signal aborts when the caller waits no longer
   * @throws QueueFull, the signal's reason, and what the work throws
   */
  async result(recording: Uint8Array, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    const hash = createHash("sha256").update(recording).digest("hex");
    const job = this.#jobs.get(hash) ?? this.#add(hash, recording);
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
      if (job.waiting === 0 && !job.isDone) this.#abandon(hash, job);
    }
  }

  #add(hash: string, recording: Uint8Array): Job<Result> {
    const open = [...this.#jobs.values()].filter(({ isDone }) => !isDone);
    if (open.length >= MOST_JOBS) throw new QueueFull("Too many recordings are waiting.");
    const cancel = new AbortController();
    const result = this.#last.then(() => {
      cancel.signal.throwIfAborted();
      return this.#work(recording, cancel.signal);
    });
    const job: Job<Result> = { result, cancel, isDone: false, waiting: 0, timer: undefined };
    this.#jobs.set(hash, job);
    this.#last = result.then(
      () => {
        job.isDone = true;
        clearTimeout(job.timer);
        job.timer = setTimeout(() => this.#forget(hash, job), REMEMBERED);
      },
      () => this.#forget(hash, job),
    );
    return job;
  }

  #abandon(hash: string, job: Job<Result>): void {
    job.timer = setTimeout(() => {
      this.#forget(hash, job);
      job.cancel.abort();
    }, ABANDONED);
  }

  #forget(hash: string, job: Job<Result>): void {
    job.isDone = true;
    clearTimeout(job.timer);
    if (this.#jobs.get(hash) === job) this.#jobs.delete(hash);
  }
}
