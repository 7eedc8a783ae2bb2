// Runs Field Agents on this machine: the database, auth, REST, storage, the server functions and
// the app on one port. `--end-with-stdin` ends it when its standard input closes, so that it never
// outlives the process that started it.
import { fileURLToPath } from "node:url";
import { startBackend } from "./backend.ts";
import { quietConsole } from "./setup/quiet-console.ts";
import { readSettings } from "./setup/settings.ts";
import { StartRefusal } from "./setup/start-refusal.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

const stopped = Promise.withResolvers<void>();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  Deno.addSignalListener(signal, () => stopped.resolve());
}
if (Deno.args.includes("--end-with-stdin")) {
  void Deno.stdin.readable.pipeTo(new WritableStream()).finally(() => stopped.resolve());
}

quietConsole();
// An unhandled error of one request must not end the process, and with it everybody's database.
addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  console.error("A request failed unexpectedly:", event.reason);
});

try {
  const backend = await startBackend(readSettings(Deno.env.toObject(), repository), repository);
  console.log(`Field Agents is ready at ${backend.address}`);
  for (const { email, password, role } of backend.demoAccounts ?? []) {
    console.log(`  ${email}  password ${password}  (${role})`);
  }
  await stopped.promise;
  await backend.stop();
  Deno.exit(0);
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  console.warn(error instanceof StartRefusal ? reason : `Field Agents cannot start: ${reason}`);
  Deno.exit(1);
}
