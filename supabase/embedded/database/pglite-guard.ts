/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
// A thread beside the embedded database that ends their process when its parent is gone: a
// statement that never ends keeps the database from noticing. It would go on for ever, and no
// other process could open the directory.

/** How often to look, in milliseconds. */
const INTERVAL = 500;

const parent = Deno.ppid;
setInterval(() => {
  if (Deno.ppid !== parent) Deno.kill(Deno.pid, "SIGKILL");
}, INTERVAL);
postMessage("started");
