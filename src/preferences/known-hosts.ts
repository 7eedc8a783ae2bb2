import { create } from "zustand";

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
  try {
    localStorage.setItem(KEY, JSON.stringify(hosts));
  } catch {
    // Blocked or full: it holds until the tab is closed.
  }
  useKnownHosts.setState(hosts, true);
}

/** A read throws when the browser blocks storage; then no host is known. */
function readHosts(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((host) => typeof host === "string") : [];
  } catch {
    return [];
  }
}
