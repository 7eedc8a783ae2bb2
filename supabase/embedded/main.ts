// Runs Field Agents on this machine: the database, auth, REST, storage, the server functions and
// the app on one port. `--launched` says that another process has started it and asks it to stop by a
// line on standard input; it never outlives that process. `--progress` says that a person waits
// for the start.
import { fileURLToPath } from "node:url";
import { DEMO_PASSWORD } from "../seed/demo.ts";
import { startBackend } from "./backend.ts";
import { readLines } from "./functions/deno-child.ts";
import { log, openLog } from "./observability/log.ts";
import { dataPaths } from "./setup/data-directory.ts";
import { readSettings, type Settings } from "./setup/settings.ts";
import { StartRefusal } from "./setup/start-refusal.ts";

/** The signals that ask a process to stop. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

const repository = fileURLToPath(new URL("../../", import.meta.url));

const isWaitedFor = Deno.args.includes("--progress");
/** Shows that the start takes a moment, in a line that the next one replaces. */
const showsProgress = isWaitedFor && Deno.stdout.isTerminal();
const print = (text: string) => Deno.stdout.writeSync(new TextEncoder().encode(text));
const clearProgress = () => void (showsProgress && print("\r\x1b[K"));
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
  const { log: logPath } = dataPaths(settings.dataDir);
  const isInFile = openLog(settings.logLevel, logPath);
  if (showsProgress) print("Starting the server and its database…");
  const backend = await startBackend(settings, repository);
  clearProgress();
  if (backend.metricsAddress) console.log(`Metrics are at ${backend.metricsAddress}`);
  if (isInFile) log.info("Field Agents is ready at {address}", { address: backend.address });
  // Whoever waits for this line finds everything ready.
  console.log(`Field Agents is ready at ${backend.address}`);
  if (backend.demoAccounts) {
    const emails = backend.demoAccounts.map(({ email }) => email).join(", ");
    console.log(`Accounts with the password ${DEMO_PASSWORD}: ${emails}`);
  }
  console.log(describeProvider(settings));
  if (isInFile) console.log(`The log is in ${logPath}`);
  // The speech model is loaded before the first recording, while the person looks around in the demo.
  if (isWaitedFor && backend.demoAccounts) void backend.warmUp()?.catch(() => {});
  await stopRequests.first;
  console.log("Stopping: calls in progress may finish. A second signal ends them.");
  await backend.stop();
  Deno.exit(0);
} catch (error) {
  clearProgress();
  const reason = error instanceof Error ? error.message : String(error);
  tell(error instanceof StartRefusal ? reason : `Field Agents cannot start: ${reason}`);
  Deno.exit(1);
}

/** What answers and understands speech, in a line for the person who starts the backend. */
function describeProvider({ ai, transcribe }: Settings): string {
  const { chat, chatModel, transcribe: listener, transcribeModel } = ai;
  const host = ({ baseUrl }: { baseUrl: string }) => new URL(baseUrl).host;
  let speech = "recordings wait";
  if (transcribe === "embedded") speech = "speech is understood here";
  else if (listener) speech = `speech is understood by ${host(listener)} (${transcribeModel})`;
  return chat
    ? `AI provider: ${host(chat)} answers (${chatModel}), ${speech}`
    : `No AI provider: ${speech}, answers are passages; see README to connect one`;
}

/**
 * Listens for signals and, if there is a launcher, for its lines on standard input. One request may come
 * both ways, so that a second request is the second one of the same way.
 * @returns promises of the first request, after which work may finish, and of the second
 */
function listenForStop(hasLauncher: boolean) {
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const countedRequests = () => {
    let requests = 0;
    return () => {
      requests += 1;
      first.resolve();
      if (requests > 1) second.resolve();
    };
  };

  const bySignal = countedRequests();
  for (const signal of SIGNALS) Deno.addSignalListener(signal, bySignal);
  const byLauncher = countedRequests();
  const read = async () => {
    for await (const _ of readLines(Deno.stdin.readable)) byLauncher();
  };
  if (hasLauncher) void read().finally(first.resolve);
  return { first: first.promise, second: second.promise };
}
