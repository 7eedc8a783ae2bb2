import { create } from "zustand";
import { followChoices, readChoices, storeChoice } from "./stored-choices.ts";

/** How long a chosen job stays chosen (ms). */
const CHOSEN_MS = 12 * 60 * 60 * 1000;
/** How many of the jobs that were chosen last are offered first. */
const RECENT = 5;

interface JobChoice {
  /** Null: none. */
  jobId: string | null;
  /** Epoch ms. */
  chosenAt: number;
  /** Ids of the jobs that were chosen last, the last one first. */
  recent: readonly string[];
}

const keyOf = (personId: string) => `chosenJob-${personId}`;

/** The last choices of people in this tab, by their ids: changes whenever one of them chooses. */
export const useJobChoices = create<Readonly<Record<string, JobChoice>>>(() => ({}));

/** What a person has chosen on this device, in any tab. */
export function jobChoice(personId: string): JobChoice {
  const { jobId, chosenAt, recent } = readChoices(keyOf(personId));
  if (typeof chosenAt !== "number" || !Array.isArray(recent)) {
    return useJobChoices.getState()[personId] ?? { jobId: null, chosenAt: 0, recent: [] };
  }
  return { jobId: typeof jobId === "string" ? jobId : null, chosenAt, recent };
}

/**
 * The id of the job that a person works on. It counts for half a day, and not before it was chosen:
 * then the clock was set back.
 * @param now epoch ms
 */
export function chosenJobId(personId: string, now: number): string | null {
  const { jobId, chosenAt } = jobChoice(personId);
  return now >= chosenAt && now - chosenAt <= CHOSEN_MS ? jobId : null;
}

/** Keeps the job that a person works on from now on. @param jobId null: none @param now epoch ms */
export function keepJobChoice(personId: string, jobId: string | null, now: number): void {
  const before = jobChoice(personId).recent;
  const recent = jobId === null ? before : [jobId, ...before.filter((id) => id !== jobId)];
  const choice = { jobId, chosenAt: now, recent: recent.slice(0, RECENT) };
  storeChoice(keyOf(personId), JSON.stringify(choice));
  useJobChoices.setState({ [personId]: choice });
}

/** Follows what a person chooses in other tabs. @returns a function that stops it */
export const followJobChoice = (personId: string) =>
  followChoices([keyOf(personId)], () =>
    useJobChoices.setState({ [personId]: jobChoice(personId) }),
  );
