import { AGENT_IDS, agentPage } from "../../supabase/functions/_shared/contracts/agent.ts";

/** The page whose shell the worker fills with the newest entries. */
export const HISTORY_PATH = "/history";

/**
 * The paths of the pages that have a static shell: the page as it is before anything was read from
 * the device, drawn by the build. The worker answers with it, so that it is painted before the app's
 * code runs.
 */
export const SHELL_PATHS: readonly string[] = [
  "/dashboard",
  HISTORY_PATH,
  ...AGENT_IDS.map((agent) => agentPage(agent)),
];

/** The file with the shell of a path, in the build's folder. */
export const shellFile = (path: string) => `shell${path}.html`;

/**
 * Stands in the history's shell before and after what is shown while its entries are being read. The
 * worker puts the newest entries in its place.
 */
export const ENTRIES_PLACE = "<!--entries-->";

/** The file with the drawn pieces of which the worker makes the entries, in the build's folder. */
export const ENTRY_PIECES_FILE = "shell/entries.json";
