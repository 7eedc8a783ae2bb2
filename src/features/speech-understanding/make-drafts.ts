import { readList } from "#mirror/person/lists/server-list.ts";
import { VOCABULARY } from "#mirror/person/lists/vocabulary.ts";
import type { PersonDatabase } from "#mirror/person/person-database.ts";
import type { DraftWord } from "#mirror/person/recordings/recording-rows.ts";
import { wait } from "#platform/backoff.ts";
import { browserPorts } from "#platform/browser-ports.ts";
import { isSendingNow, recordingsNow } from "#platform/lock-names.ts";
import {
  noteSpeechSpeed,
  type SpeechModelSize,
  useSpeechPreferences,
} from "#preferences/speech-preferences.ts";
import { useSession } from "#session/session.ts";
import { prepareVocabulary } from "#understanding/speech/corrections/company-vocabulary.ts";
import { correct } from "#understanding/speech/corrections/corrections.ts";
import type { Effort } from "#understanding/speech/speech-messages.ts";
import { keepSpeechModel } from "../speech-model/keep-on-this-device.ts";
import { useSpeechModel } from "../speech-model/speech-model.ts";
import { startDraftMaker } from "./draft-maker.ts";
import { loadHearerAhead, openHearer } from "./hearer.ts";

/** The level of the battery (0 to 1) under which no drafts are made. */
const LOW_BATTERY = 0.2;

/** Samples per second of what is decoded. */
const SAMPLE_RATE = 16_000;

/** A device that needs at most this part of the speech's length understands while it records. */
const KEEPS_UP = 0.5;
/** A device that needs longer than the speech itself makes no drafts. */
const TOO_SLOW = 1;
/** The speech with which a device's speed is measured, in seconds. */
const MEASURED_SECONDS = 10;

/** The names of the models in drafts. */
const MODEL_NAMES: Readonly<Record<SpeechModelSize, string>> = {
  small: "moonshine-tiny",
  better: "moonshine-base",
};

/** Makes drafts of a person's recordings while this device has a model, until the signal aborts. */
export function makeDrafts(db: PersonDatabase, signal: AbortSignal): void {
  keepSpeechModel();
  // Offline: it was kept before, or the next start of the app tries again.
  loadHearerAhead(signal).catch(() => undefined);
  let version: string | null = null;
  let stop = () => {};

  function follow(): void {
    const { kept } = useSpeechModel.getState();
    const speed = speedNow();
    const usable = kept && (speed === null || speed <= TOO_SLOW) ? kept.version : null;
    if (usable === version) return;
    version = usable;
    stop();
    stop = kept && usable !== null ? start(db, MODEL_NAMES[kept.size]) : () => {};
  }

  follow();
  const ends = [useSpeechModel.subscribe(follow), useSpeechPreferences.subscribe(follow)];
  signal.addEventListener("abort", () => {
    for (const end of ends) end();
    stop();
  });
}

function start(db: PersonDatabase, model: string): () => void {
  const { locks } = browserPorts;
  return startDraftMaker({
    ...{ db, locks, wait, model },
    hearer: openHearer(),
    correct: (words) => correctWords(db, words),
    decode: decodeRecording,
    keepsUp,
    measured: createSpeedometer(),
    async needsRest() {
      if (await isSendingNow(locks)) return true;
      if (!keepsUp() && (await recordingsNow(locks)).size > 0) return true;
      return isBatteryLow();
    },
  });
}

/** Corrects words by the vocabulary of the person's company, as this device knows it. */
async function correctWords(db: PersonDatabase, words: readonly DraftWord[]): Promise<DraftWord[]> {
  const { identity } = useSession.getState();
  if (identity?.id !== db.personId || identity.companyId === null) return [...words];
  const terms = await readList(db, VOCABULARY, identity.companyId);
  return terms.length === 0 ? [...words] : correct(words, prepareVocabulary(terms));
}

/** The measured speed of the model on this device, as a part of the speech's length; or null. */
function speedNow(): number | null {
  const { speed } = useSpeechPreferences.getState();
  return speed !== null && speed.size === useSpeechModel.getState().kept?.size
    ? speed.factor
    : null;
}

function keepsUp(): boolean {
  const speed = speedNow();
  return speed !== null && speed <= KEEPS_UP;
}

/** Measures the speed of the device once, with the first recordings that it understands. */
function createSpeedometer(): (effort: Effort) => void {
  let seconds = 0;
  let busySeconds = 0;
  return (effort) => {
    const size = useSpeechModel.getState().kept?.size;
    if (size === undefined || speedNow() !== null) return;
    seconds += effort.seconds;
    busySeconds += effort.busySeconds;
    if (seconds >= MEASURED_SECONDS) noteSpeechSpeed({ size, factor: busySeconds / seconds });
  };
}

/**
 * Decodes a recording with the browser's own decoders, which know whatever the browser records.
 * @returns one channel at 16 kHz; null when the browser cannot decode it
 */
async function decodeRecording(
  recording: ArrayBuffer[],
): Promise<Float32Array<ArrayBuffer> | null> {
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const bytes = await new Blob(recording).arrayBuffer();
  const decoded = await context.decodeAudioData(bytes).catch(() => null);
  if (decoded === null) return null;
  // Mixes the channels, away from the page's thread.
  const mixing = new OfflineAudioContext(1, decoded.length, SAMPLE_RATE);
  const source = new AudioBufferSourceNode(mixing, { buffer: decoded });
  source.connect(mixing.destination);
  source.start();
  return (await mixing.startRendering()).getChannelData(0);
}

/** What some browsers report about the battery: https://www.w3.org/TR/battery-status/ */
interface BatteryManager {
  charging: boolean;
  /** From 0 to 1. */
  level: number;
}

/** Whether the battery is low and is not charged now; false where the browser does not report it. */
async function isBatteryLow(): Promise<boolean> {
  const { getBattery } = navigator as { getBattery?: () => Promise<BatteryManager> };
  if (getBattery === undefined) return false;
  const { charging, level } = await getBattery.call(navigator);
  return !charging && level < LOW_BATTERY;
}
