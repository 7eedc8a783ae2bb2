import { AGENT_IDS, agentPage } from "../../supabase/functions/_shared/contracts/agent.ts";

/**
 * The paths of the pages that have a static shell: the page as it is before anything was read from
 * the device, drawn by the build. The worker answers with it, so that it is painted before the app's
 * code runs.
 */
export const SHELL_PATHS: readonly string[] = [
  "/dashboard",
  "/history",
  ...AGENT_IDS.map((agent) => agentPage(agent)),
];

/** The file with the shell of a path, in the build's folder. */
export function shellFile(path: string): string {
  return `shell${path}.html`;
}
