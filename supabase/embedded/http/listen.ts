import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { inTime } from "../setup/in-time.ts";
import type { Settings } from "../setup/settings.ts";
import { StartRefusal } from "../setup/start-refusal.ts";
import { clientNetwork, isLoopback } from "./network-address.ts";
import { exchange, type Handle } from "./node-exchange.ts";

/**
 * How long a connection may take, in milliseconds: for a request's headers, for a whole request,
 * and without any request, which is longer than the minute for which proxies keep connections.
 */
const TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 15 * 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1000,
};

/** A request that offers another protocol, such as HTTP/2, is answered as if it did not. */
const UPGRADES = {
  shouldUpgradeCallback: ({ headers }: IncomingMessage) =>
    headers.upgrade?.toLowerCase() === "websocket",
};

/** Largest size of a request's headers with its address, in bytes. */
const MAX_HEADER_SIZE = 16 * 1024;

const MOST_CONNECTIONS = 1000;
/**
 * A browser opens six, and many people may share an address. Not used behind a proxy, where
 * everybody has the proxy's address.
 */
const MOST_OF_ONE_ADDRESS = 250;

/**
 * Listens for requests with node's HTTP server: unlike Deno's own, it closes connections that send
 * their requests too slowly.
 * @param connect takes over a connection that is to become a WebSocket, or refuses it and ends it
 * @throws StartRefusal when the port is taken or the address is not this machine's.
 */
export async function listen(
  settings: Pick<Settings, "host" | "port"> & Partial<Pick<Settings, "clientAddressHeader">>,
  handle: Handle,
  connect = (_incoming: IncomingMessage, socket: Duplex, _head: Buffer): void =>
    refuseSocket(socket, "404 Not Found"),
) {
  const { host, port } = settings;
  const server = createServer({ ...TIMEOUTS, ...UPGRADES, maxHeaderSize: MAX_HEADER_SIZE });
  const perAddress = settings.clientAddressHeader ? MOST_CONNECTIONS : MOST_OF_ONE_ADDRESS;
  const connections = limitConnections(server, { total: MOST_CONNECTIONS, perAddress });
  let inFlight = 0;
  let stopping: PromiseWithResolvers<void> | undefined;
  server.on("request", (incoming, outgoing) => {
    const { socket } = incoming;
    inFlight += 1;
    connections.begin(socket);
    outgoing.once("close", () => {
      inFlight -= 1;
      connections.end(socket);
      if (inFlight === 0) stopping?.resolve();
    });
    void exchange(incoming, outgoing, handle);
  });
  server.on("upgrade", (incoming: IncomingMessage, socket: Socket, head: Buffer) => {
    connections.begin(socket);
    connect(incoming, socket, head);
  });

  const listeningPort = await open(server, port, host);
  const urlHost = (name: string) =>
    name.includes(":") ? `[${name.replace(/^\[|\]$/g, "")}]` : name;
  const everywhere = host === "0.0.0.0" || host === "::" || host === "[::]";
  const local = isLoopback(host) || !everywhere ? urlHost(host) : "127.0.0.1";
  return {
    /** `http://<host>:<port>` to open in a browser. */
    address: `http://${urlHost(host)}:${listeningPort}`,
    /** The address by which this machine itself reaches the server, whatever the host is. */
    localAddress: `http://${local}:${listeningPort}`,
    /** Accepts no more requests; resolves when those in flight are done, or after `grace` milliseconds. */
    async stop(grace: number): Promise<void> {
      server.close();
      stopping ??= Promise.withResolvers<void>();
      if (inFlight === 0) stopping.resolve();
      await inTime(stopping.promise, grace);
      server.closeAllConnections();
    },
  };
}

/** @returns the port */
async function open(server: Server, port: number, host: string): Promise<number> {
  try {
    server.listen(port, host.replace(/^\[|\]$/g, ""));
    await once(server, "listening");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") {
      throw new StartRefusal(
        `Port ${port} of ${host} is in use: stop what listens there, or choose another PORT.`,
      );
    }
    const reason = error instanceof Error ? error.message : error;
    throw new StartRefusal(`Cannot listen on ${host}, port ${port}: ${reason}.`);
  }
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** Answers a connection that is not taken over. @param status as in HTTP */
export function refuseSocket(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

/**
 * Keeps a server's connections within limits. At a limit, a new connection replaces the one that has been
 * idle for longest, or is closed if none is idle.
 * @returns functions to call when a connection begins and ends a request
 */
function limitConnections(server: Server, limits: Record<"total" | "perAddress", number>) {
  /** Those that have been idle for longest come first among the idle ones. */
  const open = new Map<Socket, { address: string; isIdle: boolean }>();

  server.on("connection", (socket: Socket) => {
    const address = clientNetwork(socket.remoteAddress ?? "");
    const near = [...open].filter(([, other]) => other.address === address);
    const isFull = near.length >= limits.perAddress;
    if (isFull || open.size >= limits.total) {
      const [idle] = (isFull ? near : [...open]).find(([, other]) => other.isIdle) ?? [];
      if (!idle) return void socket.destroy();
      idle.destroy();
      open.delete(idle);
    }
    open.set(socket, { address, isIdle: true });
    socket.once("close", () => open.delete(socket));
  });

  return {
    begin(socket: Socket): void {
      const state = open.get(socket);
      if (state) state.isIdle = false;
    },
    end(socket: Socket): void {
      const state = open.get(socket);
      open.delete(socket);
      if (state) open.set(socket, { ...state, isIdle: true });
    },
  };
}
