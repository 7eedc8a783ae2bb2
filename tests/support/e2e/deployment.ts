import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** The deployed app at one origin, where a newer release can replace it. */
export interface Deployment {
  readonly url: string;
  /** From now on the service worker that is served differs from the first. */
  release(): void;
  close(): Promise<void>;
}

/** Serves the content of another origin on a free loopback port. */
export async function deploy(source: string): Promise<Deployment> {
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    release() {
      released = true;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
