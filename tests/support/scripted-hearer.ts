import type { Hearer, Hearing, HearingEnd } from "#features/speech-understanding/hearer.ts";
import type { HearingFailure } from "#understanding/speech/speech-messages.ts";
import type { SpokenPiece } from "#understanding/speech/transcriber.ts";

/** What a byte is heard as: a second of speech with one word, and no word for 0. */
function pieceOf(byte: number, start: number): SpokenPiece {
  const words = byte === 0 ? [] : [{ text: `w${byte}`, logProbability: -0.1 }];
  return {
    ...{ start, end: start + 1, words },
    text: words.map(({ text }) => text).join(" "),
    isUnclear: byte === 0,
  };
}

/** Hears each byte of a recording as a second of speech, when the test lets it. */
export class ScriptedHearer implements Hearer {
  /** How each hearing was begun, and the bytes that it was given. */
  readonly begun: { from: number; isDecoded: boolean; bytes: number[] }[] = [];
  /** The next hearing fails for this reason, at its first byte. */
  failure: HearingFailure | null = null;
  isResting = false;
  isOpen = false;
  /** How many pieces may be heard; the rest waits. */
  #allowed = Number.POSITIVE_INFINITY;
  #retry = new Set<() => void>();
  #open = new Set<(end: HearingEnd) => void>();

  hear({ from, samples, onPiece }: Parameters<Hearer["hear"]>[0]): Hearing {
    this.isOpen = true;
    const failure = this.failure;
    this.failure = null;
    const record = { from, isDecoded: samples !== null, bytes: [...(samples ?? [])] };
    this.begun.push(record);
    let heard = from;
    let isEnded = samples !== null;
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
      if (!this.#open.has(finish)) return;
      if (failure !== null && record.bytes.length > 0) {
        finish({ kind: "failed", cause: failure });
        return;
      }
      for (; heard < record.bytes.length; heard += 1) {
        if (this.#allowed <= 0) return;
        this.#allowed -= 1;
        onPiece(pieceOf(record.bytes[heard] ?? 0, heard));
      }
      if (!isEnded) return;
      const seconds = record.bytes.length - from;
      finish({ kind: "heard", effort: { seconds, busySeconds: seconds / 4 } });
    };
    this.#retry.add(goOn);
    queueMicrotask(goOn);
    return {
      result,
      add(bytes) {
        record.bytes.push(...new Uint8Array(bytes));
        goOn();
      },
      end() {
        isEnded = true;
        goOn();
      },
      cancel: () => finish({ kind: "cancelled" }),
    };
  }

  /** Lets it hear so many more pieces from now on. */
  allow(pieces: number): void {
    this.#allowed = pieces;
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
