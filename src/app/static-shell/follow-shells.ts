import { AGENT_IDS, type Agent, agentPage } from "@contracts/agent.ts";
import type { Identity } from "#mirror/device/identity.ts";
import { closedBecause } from "#session/closed-agents.ts";
import { type SessionState, useSession } from "#session/session.ts";

/** The key of localStorage with the paths whose shells are true here; `show-shell.js` reads it. */
const KEY = "shells";

/** Stores which shells may be shown to this person, before the app knows who that is. */
export function followShells(): void {
  keepPaths(useSession.getState());
  useSession.subscribe(keepPaths);
}

function keepPaths({ status, identity }: SessionState): void {
  if (status === "starting") return;
  const paths = identity === null ? [] : truePaths(identity);
  try {
    if (paths.length > 0) localStorage.setItem(KEY, paths.join(" "));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: no shell is shown.
  }
}

/** The shells are pages of a technician who may use the agent; the home page's, of all agents. */
function truePaths(identity: Identity): string[] {
  if (identity.role !== "field_tech") return [];
  const isOpen = (agent: Agent) => closedBecause(identity, agent) === null;
  return [
    ...(AGENT_IDS.every(isOpen) ? ["/dashboard"] : []),
    "/history",
    ...AGENT_IDS.filter(isOpen).map(agentPage),
  ];
}
