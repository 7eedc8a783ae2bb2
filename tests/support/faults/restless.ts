import type { Finding } from "./finding.ts";

/** Thrown when something is repeated endlessly without time passing: a hot loop. */
export class Restless extends Error {}

/** The finding for a story that ended in a hot loop. Throws any other error. */
export function restless(error: unknown): Finding {
  if (!(error instanceof Restless)) throw error;
  return { broken: "stuck", about: "the device never comes to rest" };
}
