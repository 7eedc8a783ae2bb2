import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { listenOn } from "./loopback.ts";

/** What happens to one request on its way. */
export type Passage =
  | "pass"
  /** The server receives and processes it; the reply is lost. */
  | "lose-reply"
  /** Half of the reply arrives, and nothing more until the network is cut. */
  | "stall"
  /** A network's login page answers instead of the server. */
  | "portal";

/** The network between a browser and the backend: one stable origin that tests can cut off. */
export type CuttableNetwork = Awaited<ReturnType<typeof startNetwork>>;

/** Starts a network in front of a backend, on a free loopback port. */
export async function startNetwork(backendUrl: string) {
  let target = new URL(backendUrl);
  let up = true;
  const sockets = new Set<Socket>();
  // Only the tests close connections. Closing idle ones could reset requests that are on their way.
  const server = createServer({ keepAliveTimeout: 0 }, handle);
  server.on("connection", (socket) => {
    if (!up) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("upgrade", tunnel);

  const network = {
    /** The address that the browser opens: it stays when the backend behind it is replaced. */
    url: "",
    /** Requests that reached the backend, as "METHOD /path". */
    passed: [] as string[],
    /** Decides about each request while the network is up; by default all pass. */
    passage: ((): Passage => "pass") as (
      method: string,
      path: string,
      headers: IncomingHttpHeaders,
    ) => Passage,
    /** Refuses every new connection, and ends the open ones. */
    cut() {
      up = false;
      for (const socket of sockets) socket.destroy();
    },
    restore() {
      up = true;
    },
    /** Puts another backend behind the same origin. */
    connectTo(url: string) {
      target = new URL(url);
    },
    close: async () => {},
  };

  function handle(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const path = incoming.url ?? "/";
    const method = incoming.method ?? "GET";
    const passage = network.passage(method, path, incoming.headers);
    if (passage === "portal") {
      incoming.resume();
      outgoing
        .writeHead(200, { "content-type": "text/html" })
        .end("<html>Log in to the Wi-Fi</html>");
      return;
    }
    network.passed.push(`${method} ${path}`);
    const forwarded = request(
      { host: target.hostname, port: target.port, method, path, headers: incoming.headers },
      (reply) => {
        if (passage === "lose-reply") {
          reply.resume();
          reply.on("end", () => incoming.socket.destroy());
          return;
        }
        // How long the backend keeps its connection does not apply to the connection with the
        // browser.
        const { connection, "keep-alive": kept, ...headers } = reply.headers;
        outgoing.writeHead(reply.statusCode ?? 502, headers);
        if (passage === "stall") sendHalf(reply, outgoing);
        else reply.pipe(outgoing);
      },
    );
    forwarded.on("error", () => incoming.socket.destroy());
    incoming.pipe(forwarded);
  }

  /** Connects a WebSocket of the browser with the backend. */
  function tunnel(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { hostname: host, port } = target;
    const onward = request({ host, port, path: incoming.url, headers: incoming.headers });
    socket.on("error", () => onward.destroy());
    onward.on("error", () => socket.destroy());
    onward.on("response", ({ statusCode }) => socket.end(`HTTP/1.1 ${statusCode} Refused\r\n\r\n`));
    onward.on("upgrade", (reply, backend, first) => {
      backend.on("error", () => socket.destroy());
      backend.on("close", () => socket.destroy());
      socket.on("close", () => backend.destroy());
      const names = reply.rawHeaders.flatMap((name, place, all) =>
        place % 2 === 0 ? [`${name}: ${all[place + 1]}\r\n`] : [],
      );
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${names.join("")}\r\n`);
      socket.write(first);
      backend.write(head);
      backend.pipe(socket).pipe(backend);
    });
    onward.end();
  }

  const { url, stop } = await listenOn(server);
  async function close(): Promise<void> {
    // Those that are upgraded are the sockets' own.
    for (const socket of sockets) socket.destroy();
    await stop();
  }
  return Object.assign(network, { url, close });
}

function sendHalf(reply: IncomingMessage, outgoing: ServerResponse): void {
  let left = Math.ceil(Number(reply.headers["content-length"]) / 2);
  reply.on("data", (bytes: Buffer) => {
    if (left > 0) outgoing.write(bytes.subarray(0, left));
    left = Math.max(0, left - bytes.length);
  });
}
