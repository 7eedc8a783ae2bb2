/** The ways in which a promise can be broken. */
export const BROKEN = [
  /** The item is neither on the server nor on the device, or its bytes are gone. */
  "lost",
  "duplicated",
  "reordered",
  /** The item still waits although everything works again. */
  "stuck",
  /** Other bytes or other words arrived than the person made. */
  "altered",
  "in another account",
  /** Two contexts sent the queue at the same time. */
  "unfenced",
  /** The device holds bytes that belong to no item any more. */
  "left over",
  /** The app says that everything is sent, or counts fewer items than there are. */
  "declared arrived while it was on the device",
] as const;
export type Broken = (typeof BROKEN)[number];

/** A broken promise. `about` describes the item in words. */
export interface Finding {
  broken: Broken;
  about: string;
}

export type Find = (broken: Broken, about: string) => void;

export function inWords({ broken, about }: Finding): string {
  return `${broken}: ${about}`;
}
