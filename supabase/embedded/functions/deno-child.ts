/** What Deno itself goes by, wherever it runs. */
const DENO_VARIABLES = /^(DENO_.*|HOME|XDG_CACHE_HOME|LOCALAPPDATA|SYSTEMROOT|TZ|NO_COLOR)$/;

/**
 * Starts a script in a Deno of its own that may do only what `permissions` say, as arguments of
 * `deno run`, and sees only `env` and Deno's own variables of the environment. Standard input and
 * output are pipes: the script is to end with its input.
 */
export function startDeno(options: {
  permissions: readonly string[];
  /** Absolute path. */
  script: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
}): Deno.ChildProcess {
  const own = Object.entries(Deno.env.toObject()).filter(([name]) => DENO_VARIABLES.test(name));
  return new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--no-prompt", "--no-remote"],
      ...options.permissions,
      options.script,
      ...options.args,
    ],
    clearEnv: true,
    env: { ...Object.fromEntries(own), DENO_NO_UPDATE_CHECK: "1", ...options.env },
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}

/** Kills a process that has not ended within `patience`, in milliseconds; resolves when it has. */
export async function endWithin(child: Deno.ChildProcess, patience: number): Promise<void> {
  const killing = setTimeout(() => child.kill("SIGKILL"), patience);
  await child.status;
  clearTimeout(killing);
}
