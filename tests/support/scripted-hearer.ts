import { startDraftMaker } from "#features/speech-understanding/draft-maker.ts";
import type { Hearer, Hearing, HearingEnd } from "#features/speech-understanding/hearer.ts";
import type { Clock } from "#platform/ports.ts";
import type { HearingFailure } from "#understanding/speech/speech-messages.ts";

/** The word for a byte; there is none for 0. */
function wordOfByte([byte = 0]: Uint8Array): string {
  return byte === 0 ? "" : `w${byte}`;
}

/** Hears each chunk of a recording as a second of speech with one word, when the test lets it. */
export class ScriptedHearer implements Hearer {
  /** How each hearing was begun. */
  readonly begun: { from: number; isDecoded: boolean }[] = [];
  /** The next hearing fails for this reason, at its first chunk. */
  failure: HearingFailure | null = null;
  isResting = false;
  isOpen = false;
  /** How many words may be heard; the rest waits. */
  #allowed = Number.POSITIVE_INFINITY;
  readonly #retry = new Set<() => void>();
  readonly #open = new Set<(end: HearingEnd) => void>();
  readonly #wordOf: (chunk: Uint8Array) => string;
  readonly #after: (listen: () => void) => unknown;

  /**
   * @param given `wordOf`: the word for a chunk, and an empty one for unclear speech; `after` calls
   * back when the next chunk was listened to
   */
  constructor({
    wordOf = wordOfByte,
    after = queueMicrotask,
  }: { wordOf?: (chunk: Uint8Array) => string; after?: (listen: () => void) => unknown } = {}) {
    this.#wordOf = wordOf;
    this.#after = after;
  }

  hear({ from, samples, onPiece }: Parameters<Hearer["hear"]>[0]): Hearing {
    this.isOpen = true;
    const failure = this.failure;
    this.failure = null;
    this.begun.push({ from, isDecoded: samples !== null });
    const chunks = [...(samples ?? [])].map((sample) => Uint8Array.of(sample));
    let heard = 0;
    let isEnded = samples !== null;
    let isBusy = false;
    let finish: (end: HearingEnd) => void = () => {};
    const result = new Promise<HearingEnd>((resolve) => {
      finish = (end) => {
        this.#open.delete(finish);
        this.#retry.delete(goOn);
        resolve(end);
      };
      this.#open.add(finish);
    });
    const goOn = () => {
      if (isBusy) return;
      isBusy = true;
      this.#after(listen);
    };
    const listen = () => {
      isBusy = false;
      if (!this.#open.has(finish)) return;
      const chunk = chunks[heard];
      if (failure !== null && chunk !== undefined) {
        finish({ kind: "failed", cause: failure });
      } else if (chunk !== undefined) {
        // What was heard before is left out.
        if (heard >= from && this.#allowed <= 0) return;
        if (heard >= from) {
          this.#allowed -= 1;
          onPiece(pieceOf(this.#wordOf(chunk), heard));
        }
        heard += 1;
        goOn();
      } else if (isEnded) {
        const seconds = heard - from;
        finish({ kind: "heard", effort: { seconds, busySeconds: seconds / 4 } });
      }
    };
    this.#retry.add(goOn);
    if (isEnded) goOn();
    return {
      result,
      add(bytes) {
        chunks.push(new Uint8Array(bytes));
        goOn();
      },
      end() {
        isEnded = true;
        goOn();
      },
      cancel: () => finish({ kind: "cancelled" }),
    };
  }

  /** Lets it hear so many more words from now on. */
  allow(words: number): void {
    this.#allowed = words;
    for (const goOn of [...this.#retry]) goOn();
  }

  rest(rests: boolean): void {
    this.isResting = rests;
  }

  close(): void {
    this.isOpen = false;
    for (const finish of [...this.#open]) finish({ kind: "cancelled" });
  }
}

function pieceOf(text: string, start: number) {
  const words = text === "" ? [] : [{ text, logProbability: -0.1 }];
  return { ...{ start, end: start + 1, text, words }, isUnclear: text === "" };
}

type Options = Parameters<typeof startDraftMaker>[0];

/** Starts to make drafts, on a clock that moves only when told. @returns a function that stops it */
export function startScriptedDrafts(
  clock: Clock,
  given: Pick<Options, "db" | "hearer" | "locks"> & Partial<Options>,
): () => void {
  return startDraftMaker({
    model: "scripted",
    correct: async (words) => [...words],
    decode: async () => null,
    keepsUp: () => true,
    measured: () => {},
    needsRest: async () => false,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const cancel = clock.after(ms, end);
        function end(): void {
          cancel();
          signal.removeEventListener("abort", end);
          resolve();
        }
        signal.addEventListener("abort", end);
      }),
    ...given,
  });
}
