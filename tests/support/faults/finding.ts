/** The promises, by how they are broken. */
export const BROKEN = [
  /** Neither on the server nor on the device, or its bytes are gone. */
  "lost",
  "duplicated",
  "reordered",
  /** Everything works again, and it still waits. */
  "stuck",
  /** Other bytes, or other words, than its person made. */
  "altered",
  "in another account",
  /** Two contexts drained at the same time. */
  "unfenced",
  /** Bytes on the device that belong to nothing any more. */
  "left over",
  /** The app says that all is sent, or tells of less than there is. */
  "declared arrived while it was on the device",
] as const;
export type Broken = (typeof BROKEN)[number];

/** A promise that does not hold. `about` says of what, in words. */
export interface Finding {
  broken: Broken;
  about: string;
}

/** A finding as one line. */
export function inWords({ broken, about }: Finding): string {
  return `${broken}: ${about}`;
}
