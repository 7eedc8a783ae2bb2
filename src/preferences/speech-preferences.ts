import { create } from "zustand";
import { followChoices, readChoices, storeChoice } from "./stored-choices.ts";

/** Sizes of the model that understands speech: the better one takes twice the time and room. */
export type SpeechModelSize = "small" | "better";

/** How fast this device understands speech. */
export interface SpeechSpeed {
  /** The model with which it was measured. */
  size: SpeechModelSize;
  /** The time it takes as a part of the speech's length: more than 1 is too slow. */
  factor: number;
}

export interface SpeechPreferences {
  /** The model that this device is to have; null: none. */
  size: SpeechModelSize | null;
  /** Whether the Voice page offers it no more: somebody has chosen, or did not want to. */
  isOfferOver: boolean;
  /** Null until it was measured. */
  speed: SpeechSpeed | null;
}

const KEY = "speechModel";

/** Whether and how this device understands speech by itself. A change applies in every tab. */
export const useSpeechPreferences = create<SpeechPreferences>(readPreferences);

/** Sets the model that this device is to have; null: none. Its speed has to be measured again. */
export function chooseSpeechModel(size: SpeechModelSize | null): void {
  keep({ size, isOfferOver: true, speed: null });
}

/** Ends the offer on the Voice page, for good. */
export function endSpeechOffer(): void {
  keep({ isOfferOver: true });
}

export function noteSpeechSpeed(speed: SpeechSpeed): void {
  keep({ speed });
}

/** Follows choices made in other tabs. @returns a function that stops it */
export const followSpeechPreferences = () =>
  followChoices([KEY], () => useSpeechPreferences.setState(readPreferences()));

function keep(changed: Partial<SpeechPreferences>): void {
  const preferences = { ...useSpeechPreferences.getState(), ...changed };
  storeChoice(KEY, JSON.stringify(preferences));
  useSpeechPreferences.setState(preferences);
}

function readPreferences(): SpeechPreferences {
  const { size, isOfferOver, speed } = readChoices(KEY);
  return {
    size: readSize(size),
    isOfferOver: isOfferOver === true,
    speed: readSpeed(Object(speed)),
  };
}

function readSize(value: unknown): SpeechModelSize | null {
  return value === "small" || value === "better" ? value : null;
}

function readSpeed(value: Partial<Record<keyof SpeechSpeed, unknown>>): SpeechSpeed | null {
  const size = readSize(value.size);
  return size === null || typeof value.factor !== "number" ? null : { size, factor: value.factor };
}
