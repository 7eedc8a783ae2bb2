// The process the server functions run in, apart from the database:
// `deno run functions-child.ts <directory> <name>...`. Imports `<directory>/<name>/index.ts` as it
// would be deployed, keeps the handler that this file passes to Deno.serve, and answers requests
// for `/<name>` with it, if they have the secret with which the process was started. After the line
// `finish` on its standard input it ends when the calls in progress are done. It also ends soon after
// its standard input closes, so that it never outlives the backend; before that, calls that wait for
// the provider give their claims back.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { STOPPING_EVENT } from "../../functions/_shared/request/ports.ts";
import {
  CALLER_HEADER,
  CALLER_SECRET,
  FINISH,
  leaveSignalsToParent,
  oneLine,
  readLines,
} from "./deno-child.ts";

// The backend logs each line of standard error as an error.
const print = console.error.bind(console);
console.error = (...parts: unknown[]) => print(oneLine(parts));

const serve = Deno.serve;
const [directory = ".", ...names] = Deno.args;
const secret = Deno.env.get(CALLER_SECRET);
if (!secret) throw new Error(`${CALLER_SECRET} is not set`);
// Hidden from the functions, which do not have it where they are deployed either.
Deno.env.delete(CALLER_SECRET);
const handlers = new Map<string, Deno.ServeHandler>();

for (const name of names) {
  const taken = Promise.withResolvers<Deno.ServeHandler>();
  Object.defineProperty(Deno, "serve", {
    configurable: true,
    value: (...parts: (Deno.ServeHandler | { handler?: Deno.ServeHandler })[]) => {
      for (const part of parts) {
        const handler = typeof part === "function" ? part : part.handler;
        if (handler) taken.resolve(handler);
      }
    },
  });
  try {
    await import(pathToFileURL(join(directory, name, "index.ts")).href);
    taken.reject(new Error("index.ts does not call Deno.serve"));
    handlers.set(name, await taken.promise);
  } catch (error) {
    console.error(`Function ${name} does not start:`, error);
  }
}

// An unhandled error of one function must not end the requests of the others.
for (const kind of ["error", "unhandledrejection"] as const) {
  addEventListener(kind, (event) => {
    event.preventDefault();
    console.error(
      "A function failed outside of a request:",
      "reason" in event ? event.reason : event.error,
    );
  });
}

leaveSignalsToParent();

/** The calls in progress, whether or not their callers still wait for them. */
const inProgress = new Set<Promise<Response>>();

const server = serve(
  { port: 0, hostname: "127.0.0.1", onListen: ({ port }) => console.log(`listening on ${port}`) },
  async (request, info) => {
    if (request.headers.get(CALLER_HEADER) !== secret) {
      return new Response("Only the backend calls functions here.\n", { status: 403 });
    }
    const { url, method, body } = request;
    const headers = new Headers(request.headers);
    headers.delete(CALLER_HEADER);
    const name = new URL(url).pathname.split("/")[1] ?? "";
    const handler = handlers.get(name);
    if (!handler) {
      return Response.json(
        { code: "BOOT_ERROR", message: "Function failed to start (please check logs)" },
        { status: 503 },
      );
    }
    const answering = Promise.try(handler, new Request(url, { method, headers, body }), info);
    inProgress.add(answering);
    try {
      return await answering;
    } catch (error) {
      console.error(`Function ${name} failed:`, error);
      return Response.json(
        { code: "WORKER_ERROR", message: "Function exited due to an error" },
        { status: 500 },
      );
    } finally {
      inProgress.delete(answering);
    }
  },
);

for await (const line of readLines(Deno.stdin.readable)) {
  if (line === FINISH) void endWhenIdle();
}
dispatchEvent(new Event(STOPPING_EVENT));
await endWhenIdle();

/**
 * Ends the process when the calls in progress are done and answered. The server is shut down last:
 * that breaks off the bodies which are still being read.
 */
async function endWhenIdle(): Promise<void> {
  while (inProgress.size > 0) await Promise.allSettled(inProgress);
  await server.shutdown();
  Deno.exit(0);
}
