import { create } from "zustand";

const KEY = "knownHosts";
/** Of more, the oldest are asked about again. */
const MOST_HOSTS = 200;

/** The hosts that somebody on this device has let links of answers lead to, oldest first. */
export const useKnownHosts = create<readonly string[]>(readHosts);

/** Lets links lead there from now on, without asking, and keeps that on this device. */
export function rememberHost(host: string): void {
  // Another tab may have added to them.
  const hosts = [...readHosts().filter((each) => each !== host), host].slice(-MOST_HOSTS);
  try {
    localStorage.setItem(KEY, JSON.stringify(hosts));
  } catch {
    // Blocked or full: it holds until the tab is closed.
  }
  useKnownHosts.setState(hosts, true);
}

/** Reads throw where a browser blocks storage: no host is known then. */
function readHosts(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((host) => typeof host === "string") : [];
  } catch {
    return [];
  }
}
