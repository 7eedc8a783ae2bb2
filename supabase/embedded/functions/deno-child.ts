import { fileURLToPath } from "node:url";

/** Where packages are installed: what a process may read. */
export const NODE_MODULES = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/** Environment variables that Deno itself uses. */
const DENO_VARIABLES = /^(DENO_.*|HOME|XDG_CACHE_HOME|LOCALAPPDATA|SYSTEMROOT|TZ|NO_COLOR)$/;

/**
 * How far a process in the background stands behind others where they want the same processor, of 1
 * to 19: with 5 it gets a quarter of it.
 */
const NICENESS = 5;

/**
 * Starts a script in a separate Deno process with these `permissions` (arguments of `deno run`), which sees
 * only `env` and Deno's own variables. It must end when its standard input closes. What it prints on
 * standard error is printed as errors of this process.
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
  // Unlike a priority that is set later, this one is that of all threads.
  const isNice = options.isInBackground && Deno.build.os !== "windows";
  const [command = "", ...args] = [...(isNice ? ["nice", "-n", String(NICENESS)] : []), ...deno];
  const child = new Deno.Command(command, {
    args,
    env: { ...Object.fromEntries(own), DENO_NO_UPDATE_CHECK: "1", ...options.env },
    ...{ clearEnv: true, stdin: "piped", stdout: "piped", stderr: "piped" },
  }).spawn();
  const printErrors = async () => {
    for await (const line of readLines(child.stderr)) console.error(line);
  };
  void printErrors();
  return child;
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

/**
 * Keeps a process that prints `listening on <port>`: it is started when it is needed first, and again after
 * a crash.
 * @param name for the log
 * @param print gets the other lines that it prints
 */
export function servingProcess(
  name: string,
  start: () => Deno.ChildProcess,
  print: (line: string) => void,
) {
  let running: { child: Deno.ChildProcess; port: Promise<number> } | undefined;
  return {
    /** The port at which it listens. @throws Error when it ends before */
    port(): Promise<number> {
      if (running) return running.port;
      const child = start();
      const port = Promise.withResolvers<number>();
      const started = { child, port: port.promise };
      running = started;
      const read = async () => {
        for await (const line of readLines(child.stdout)) {
          const [, number] = /^listening on (\d+)$/.exec(line) ?? [];
          if (number) port.resolve(Number(number));
          else print(line);
        }
        throw new Error("The process does not start.");
      };
      read().catch(port.reject);
      port.promise.catch(() => {});
      void child.status.then(({ code }) => {
        if (running !== started) return;
        running = undefined;
        console.error(`${name} stopped (exit code ${code}): the next call starts it again.`);
      });
      return started.port;
    },
    /** Hands the running process over to who ends it. */
    take(): Deno.ChildProcess | undefined {
      const last = running;
      running = undefined;
      return last?.child;
    },
  };
}

/** Kills a process that has not ended within `patience`, in milliseconds; resolves when it has. */
export async function endWithin(child: Deno.ChildProcess, patience: number): Promise<void> {
  const killing = setTimeout(() => child.kill("SIGKILL"), patience);
  await child.status;
  clearTimeout(killing);
}

/**
 * What is printed to the console, in one line: of an error its message, whose first line says what
 * failed. A stack would only add the lines of libraries.
 */
export function oneLine(parts: readonly unknown[]): string {
  const words = parts.map((part) => (part instanceof Error ? part.message : String(part)));
  return words.join(" ").split("\n")[0] ?? "";
}

/** The environment variable with the caller's secret, for the process of the server functions. */
export const CALLER_SECRET = "FUNCTIONS_CALLER_SECRET";

/** The header in which the backend sends that secret with every call. */
export const CALLER_HEADER = "x-functions-caller";

/** The line that asks the process to end once the calls in progress are done. */
export const FINISH = "finish";
