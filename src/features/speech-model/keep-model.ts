import { isOutOfSpace } from "#platform/out-of-space.ts";
import { type SpeechModelSize, useSpeechPreferences } from "#preferences/speech-preferences.ts";
import { downloadModel, ModelReplaced } from "#understanding/speech/model/download-model.ts";
import type { ModelManifest } from "#understanding/speech/model/manifest.ts";
import {
  bytesToFetch,
  readStoredManifest,
  readStoredModel,
  removeModel,
} from "#understanding/speech/model/model-store.ts";
import { type Fetching, useSpeechModel } from "./speech-model.ts";

/** Stays free for recordings, in bytes: hours of speech. */
const RESERVE = 50_000_000;
/** How often is looked whether a newer version may be fetched now, in milliseconds. */
const LOOK_EVERY_MS = 60_000;

export interface ModelKeeperOptions {
  /** The models that this version of the app is built with. */
  models: Readonly<Record<SpeechModelSize, ModelManifest>>;
  /** Free bytes on this device; null when the browser does not report it. */
  roomLeft: () => Promise<number | null>;
  /** Whether a download costs nothing and disturbs nobody now. */
  mayUpdate: () => Promise<boolean>;
  /** Resolves when there may be a connection, after the `failures`-th failure in a row. */
  whenWorthTrying: (failures: number) => Promise<void>;
  /** Resolves after `ms`, or as soon as the signal is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Sends to the other tabs what this one fetches, and receives the same from them. */
  channel: Pick<BroadcastChannel, "postMessage" | "addEventListener">;
}

/** The messages between tabs; null asks for one. */
type TabMessage = { fetching: Fetching | null } | null;

/** Makes this device have the chosen model and no other; one tab fetches, another one goes on. */
export function startModelKeeper(options: ModelKeeperOptions) {
  const { models, mayUpdate, wait, channel } = options;
  let wake = () => {};
  let stop = new AbortController();
  /** Whether this tab is the one that fetches. */
  let isFetching = false;
  let isAskedFor = false;

  function show(fetching: Fetching | null): void {
    useSpeechModel.setState({ fetching });
    sendState();
  }

  function sendState(): void {
    channel.postMessage({ fetching: useSpeechModel.getState().fetching } satisfies TabMessage);
  }

  async function work(): Promise<never> {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      stop = new AbortController();
      const { size } = useSpeechPreferences.getState();
      const next = await settle(size, stop.signal).catch(async (error: unknown) => {
        if (stop.signal.aborted) return "now";
        if (size !== null) show(await toFailure(error, size));
        return "when-asked";
      });
      isFetching = false;
      if (next === "later") await Promise.race([woken, wait(LOOK_EVERY_MS, stop.signal)]);
      if (next === "when-asked") await woken;
    }
  }

  /** @returns when to look again */
  async function settle(
    size: SpeechModelSize | null,
    signal: AbortSignal,
  ): Promise<"when-asked" | "later"> {
    if (size === null) {
      useSpeechModel.setState({ kept: null, fetching: null });
      await removeModel();
      return "when-asked";
    }
    const model = models[size];
    const before = await readStoredManifest();
    await showKept();
    if (before?.version === model.version) {
      useSpeechModel.setState({ fetching: null });
      return "when-asked";
    }
    const isUpdate = before?.size === size && !isAskedFor;
    isAskedFor = false;
    const total = await bytesToFetch(model);
    if (isUpdate && total > 0 && !(await mayUpdate())) {
      useSpeechModel.setState({ fetching: { kind: "postponed", size, total } });
      return "later";
    }
    const room = await roomFor(model);
    if (room.free !== null && room.free < room.needed) {
      show({ kind: "no-room", size, needed: room.needed, free: room.free });
      return "when-asked";
    }
    await fetchModel(model, isUpdate, signal);
    await showKept();
    show(null);
    return "when-asked";
  }

  async function fetchModel(
    model: ModelManifest,
    isUpdate: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const { size, bytes: total } = model;
    let received = 0;
    await downloadModel(model, {
      signal,
      onProgress(bytes) {
        isFetching = true;
        received = bytes;
        if (!signal.aborted) show({ kind: "downloading", size, received, total });
      },
      async pause(failures, ended) {
        if (ended.aborted) return;
        show({ kind: "waiting", size, received, total });
        await Promise.race([options.whenWorthTrying(failures), aborted(ended)]);
      },
      async takeTurn() {
        while (isUpdate && !signal.aborted && !(await mayUpdate())) {
          await wait(LOOK_EVERY_MS, signal);
        }
      },
    });
  }

  async function roomFor(model: ModelManifest) {
    const needed = (await bytesToFetch(model)) + RESERVE;
    return { needed, free: await options.roomLeft() };
  }

  async function toFailure(error: unknown, size: SpeechModelSize): Promise<Fetching> {
    if (error instanceof ModelReplaced) return { kind: "failed", size, why: "gone" };
    if (isOutOfSpace(error)) {
      const { needed, free } = await roomFor(models[size]);
      // The browser has just shown that there is less than it reported.
      return { kind: "no-room", size, needed, free: free !== null && free < needed ? free : null };
    }
    console.error("The speech model can't be kept:", error);
    return { kind: "failed", size, why: "not-kept" };
  }

  channel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
    if (data === null) {
      if (isFetching) sendState();
    } else if (!isFetching) {
      useSpeechModel.setState({ fetching: data.fetching });
    }
  });
  channel.postMessage(null satisfies TabMessage);
  useSpeechPreferences.subscribe(({ size }, before) => {
    if (size === before.size) return;
    stop.abort();
    wake();
  });
  void work();
  return {
    /** Tries again after a failure, or fetches a newer version without waiting. */
    tryNow(): void {
      isAskedFor = true;
      wake();
    },
  };
}

async function showKept(): Promise<void> {
  const kept = await readStoredModel();
  useSpeechModel.setState({
    kept: kept === null ? null : { size: kept.size, version: kept.version },
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve());
  });
}
