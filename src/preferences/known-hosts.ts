import { create } from "zustand";
import { readChoices, storeChoice } from "./stored-choices.ts";

const KEY = "knownHosts";
/**
 * Maximum number of known hosts; beyond it, the oldest are forgotten, and the app asks about them
 * again.
 */
const MOST_HOSTS = 200;

/**
 * The hosts to which links in answers may lead without a question, as allowed on this device,
 * oldest first.
 */
export const useKnownHosts = create<readonly string[]>(readHosts);

/** Allows links to this host from now on, without a question, and stores that on this device. */
export function rememberHost(host: string): void {
  // Read again, because another tab may have added hosts.
  const hosts = [...readHosts().filter((each) => each !== host), host].slice(-MOST_HOSTS);
  storeChoice(KEY, JSON.stringify(hosts));
  useKnownHosts.setState(hosts, true);
}

function readHosts(): string[] {
  const stored: unknown = readChoices(KEY);
  return Array.isArray(stored) ? stored.filter((host) => typeof host === "string") : [];
}
