// @ts-check
// npm starts a script in a shell, and the shell does not pass signals on: a signal for npm ends npm
// and the shell, and leaves the script running. So the script watches both.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);

/** How often to look, in milliseconds. */
const INTERVAL = 500;

/**
 * Calls `onGone` once, when the npm that has started this process, or the shell between them, is
 * gone. Does nothing in a process that npm has not started.
 * @param {() => void} onGone
 */
export async function whenNpmIsGone(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const npm = await parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid === shell && isRunning(shell) && (npm === null || isRunning(npm))) return;
    clearInterval(timer);
    onGone();
  }, INTERVAL);
  timer.unref();
}

/** @param {number} pid @returns {boolean} */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs as another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * The process that has started another one.
 * @param {number} pid
 * @returns {Promise<number | null>} null if the system does not tell
 */
async function parentOf(pid) {
  try {
    if (process.platform === "linux") {
      // After the name, which may contain anything in brackets, follow the state and the parent.
      const [, parent] =
        readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
      return Number(parent) || null;
    }
    const { stdout } =
      process.platform === "win32"
        ? await run("powershell.exe", [
            "-NoProfile",
            "-Command",
            `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').ParentProcessId`,
          ])
        : await run("ps", ["-o", "ppid=", "-p", String(pid)]);
    return Number(stdout) || null;
  } catch {
    return null;
  }
}
