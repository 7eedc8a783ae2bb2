/** Environment variables that Deno itself uses. */
const DENO_VARIABLES = /^(DENO_.*|HOME|XDG_CACHE_HOME|LOCALAPPDATA|SYSTEMROOT|TZ|NO_COLOR)$/;

/**
 * Starts a script in a separate Deno process. It has only the given `permissions`, which are
 * arguments of `deno run`, and sees only `env` and Deno's own environment variables. Standard input
 * and output are pipes; the script must end when its input closes.
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

/** The lines that a process prints, as they are complete. */
export async function* linesOf(stdout: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
}

/** Kills a process that has not ended within `patience`, in milliseconds; resolves when it has. */
export async function endWithin(child: Deno.ChildProcess, patience: number): Promise<void> {
  const killing = setTimeout(() => child.kill("SIGKILL"), patience);
  await child.status;
  clearTimeout(killing);
}
