/** Environment variables that Deno itself uses. */
const DENO_VARIABLES = /^(DENO_.*|HOME|XDG_CACHE_HOME|LOCALAPPDATA|SYSTEMROOT|TZ|NO_COLOR)$/;

/**
 * How far a process in the background stands behind others where they want the same processor, of 1
 * to 19: with 5 it gets a quarter of it.
 */
const NICENESS = 5;

/**
 * Starts a script in a separate Deno process. It has only the given `permissions`, which are
 * arguments of `deno run`, and sees only `env` and Deno's own environment variables. Standard input
 * and output are pipes; the script must end when its input closes. What it prints on standard error
 * is printed as errors of this process.
 */
export function startDeno(options: {
  permissions: readonly string[];
  /** Absolute path. */
  script: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Others go first when the processor is busy, where the system has a way to say so. */
  isInBackground?: boolean;
}): Deno.ChildProcess {
  const own = Object.entries(Deno.env.toObject()).filter(([name]) => DENO_VARIABLES.test(name));
  const deno = [
    ...[Deno.execPath(), "run", "--quiet", "--no-prompt", "--no-remote"],
    ...options.permissions,
    options.script,
    ...options.args,
  ];
  const env = { ...Object.fromEntries(own), DENO_NO_UPDATE_CHECK: "1", ...options.env };
  if (!options.isInBackground) return spawn(deno, env);
  try {
    // Unlike a priority that is set later, this one is that of all threads.
    return spawn(["nice", "-n", String(NICENESS), ...deno], env);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return spawn(deno, env);
    throw error;
  }
}

function spawn(
  [command = "", ...args]: readonly string[],
  env: Record<string, string>,
): Deno.ChildProcess {
  const child = new Deno.Command(command, {
    ...{ args, env, clearEnv: true },
    ...{ stdin: "piped", stdout: "piped", stderr: "piped" },
  }).spawn();
  void printErrors(child.stderr);
  return child;
}

async function printErrors(stderr: ReadableStream<Uint8Array>): Promise<void> {
  for await (const line of readLines(stderr)) console.error(line);
}

/**
 * For the process itself: signals reach the whole process group of a terminal, or all processes of a
 * service. They are for the parent, which ends this process when the requests in flight are done.
 */
export function leaveSignalsToParent(): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    Deno.addSignalListener(signal, () => {});
  }
}

/** The lines that a process prints, as they are complete. */
export async function* readLines(stdout: ReadableStream<Uint8Array>): AsyncGenerator<string> {
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
