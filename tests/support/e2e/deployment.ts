import { createServer, request } from "node:http";
import { listenOn } from "../loopback.ts";

/** The deployed app at one origin, where a newer release can replace it. */
export type Deployment = Awaited<ReturnType<typeof deploy>>;

/** Serves the content of another origin on a free loopback port. */
export async function deploy(source: string) {
  const { hostname, port } = new URL(source);
  let released = false;
  const server = createServer((incoming, outgoing) => {
    // Asks for complete, uncompressed answers, so that text can be added at the end.
    const headers = { ...incoming.headers, "accept-encoding": "identity" };
    delete headers["if-none-match"];
    const { method, url: path } = incoming;
    const forwarded = request({ hostname, port, method, path, headers }, (reply) => {
      delete reply.headers["content-length"];
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing, { end: false });
      reply.on("end", () => {
        outgoing.end(released && path === "/service-worker.js" ? "\n// A newer release.\n" : "");
      });
    });
    forwarded.on("error", () => incoming.socket.destroy());
    incoming.pipe(forwarded);
  });
  const { url, stop } = await listenOn(server);
  return {
    url,
    /** From now on the service worker that is served differs from the first. */
    release() {
      released = true;
    },
    close: stop,
  };
}
