// Runs Field Agents on this machine: the database, auth, REST, storage, the server functions and
// the app on one port. `--launched` says that another process has started it and asks it to stop by a
// line on standard input; it never outlives that process. With `--progress`, somebody waits for it.
import { fileURLToPath } from "node:url";
import { startBackend } from "./backend.ts";
import { openLog } from "./observability/log.ts";
import { readSettings } from "./setup/settings.ts";
import { StartRefusal } from "./setup/start-refusal.ts";
import { listenForStop } from "./setup/stop-requests.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

const showsProgress = Deno.args.includes("--progress");
const stopRequests = listenForStop(Deno.args.includes("--launched"));
void stopRequests.second.then(() => Deno.exit(1));

// An unhandled error of one request must not end the process, and with it everybody's database.
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  console.error("A request failed unexpectedly:", event.reason);
});

/** For the person who starts the backend. */
const tell = console.warn.bind(console);

try {
  const settings = readSettings(Deno.env.toObject(), repository);
  openLog(settings.logLevel);
  if (showsProgress) console.log("Starting the server and its database…");
  const backend = await startBackend(settings, repository);
  if (backend.metricsAddress) console.log(`Metrics are at ${backend.metricsAddress}`);
  if (showsProgress) console.log(`Started in ${Math.round(performance.now() / 1000)} s.`);
  // Whoever waits for this line finds everything ready.
  console.log(`Field Agents is ready at ${backend.address}`);
  for (const { email, password, role } of backend.demoAccounts ?? []) {
    console.log(`  ${email}  password ${password}  (${role})`);
  }
  await stopRequests.first;
  console.log("Stopping: calls in progress may finish. A second signal ends them.");
  await backend.stop();
  Deno.exit(0);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  tell(error instanceof StartRefusal ? reason : `Field Agents cannot start: ${reason}`);
  Deno.exit(1);
}
