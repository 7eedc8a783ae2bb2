// The process the server functions run in, apart from the database:
// `deno run functions-child.ts <directory> <name>...`. Imports `<directory>/<name>/index.ts` as it
// would be deployed, keeps the handler that this file passes to Deno.serve, and answers requests
// for `/<name>` with it, if they have the secret with which the process was started. Ends when its
// standard input closes, so that it never outlives the backend.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { CALLER_HEADER, CALLER_SECRET } from "./functions-caller.ts";

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
    handlers.set(name, await Promise.race([taken.promise, missing()]));
  } catch (error) {
    console.error(`Function ${name} does not start:`, error);
  }
}

async function missing(): Promise<never> {
  await Promise.resolve();
  throw new Error("index.ts does not call Deno.serve");
}

// An unhandled error of one function must not end the requests of the others.
for (const kind of ["error", "unhandledrejection"] as const) {
  addEventListener(kind, (event) => {
    event.preventDefault();
    console.error(
      "A function failed outside of a request:",
      "reason" in event ? event.reason : event,
    );
  });
}

// Ignores Ctrl-C, which reaches the whole process group: the backend ends this process when the
// requests in flight are done.
Deno.addSignalListener("SIGINT", () => {});

serve(
  {
    port: 0,
    hostname: "127.0.0.1",
    onListen: ({ port }) => console.log(`functions listening on ${port}`),
  },
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
    try {
      return await handler(new Request(url, { method, headers, body }), info);
    } catch (error) {
      console.error(`Function ${name} failed:`, error);
      return Response.json(
        { code: "WORKER_ERROR", message: "Function exited due to an error" },
        { status: 500 },
      );
    }
  },
);

for await (const _ of Deno.stdin.readable);
Deno.exit(0);
