/// <reference no-default-lib="true" />
/// <reference lib="deno.worker" />
// A thread that ends the process of the embedded database when the parent process is gone. The
// database itself would not notice that during a statement that never ends: it would run for ever,
// and no other process could open the directory.

/** How often to check whether the parent is gone, in milliseconds. */
const INTERVAL = 500;

const parent = Deno.ppid;
setInterval(() => {
  if (Deno.ppid !== parent) Deno.kill(Deno.pid, "SIGKILL");
}, INTERVAL);
postMessage("started");
