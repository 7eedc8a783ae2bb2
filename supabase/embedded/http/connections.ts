import type { Server } from "node:http";
import type { Socket } from "node:net";
import { clientNetwork } from "../auth/client-network.ts";

/** How many connections may be open, in total and per address. */
export interface ConnectionLimits {
  total: number;
  perAddress: number;
}

/**
 * Keeps a server's connections within limits. When a limit is reached, a new connection replaces
 * the one that has been idle for longest: of its own address for the limit per address, of any
 * address for the total. If none is idle, the new connection is closed.
 * @returns functions to call when a connection begins and ends a request
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
): { begin(socket: Socket): void; end(socket: Socket): void } {
  /** Connections without a request, the one that has been idle for longest first. */
  const idle = new Set<Socket>();
  const open = new Map<string, Set<Socket>>();
  let total = 0;

  const giveWay = (candidates: Iterable<Socket>): boolean => {
    for (const socket of candidates) {
      if (!idle.has(socket)) continue;
      socket.destroy();
      forget(socket);
      return true;
    }
    return false;
  };
  const addresses = new WeakMap<Socket, string>();
  const forget = (socket: Socket) => {
    const address = addresses.get(socket);
    if (address === undefined) return;
    addresses.delete(socket);
    idle.delete(socket);
    total -= 1;
    const ofAddress = open.get(address);
    ofAddress?.delete(socket);
    if (ofAddress?.size === 0) open.delete(address);
  };

  server.on("connection", (socket: Socket) => {
    const address = clientNetwork(socket.remoteAddress ?? "");
    const ofAddress = open.get(address) ?? new Set<Socket>();
    if (ofAddress.size >= limits.perAddress && !giveWay(ofAddress)) return void socket.destroy();
    if (total >= limits.total && !giveWay(idle)) return void socket.destroy();
    // `giveWay` may have removed this set with its last connection.
    const current = open.get(address) ?? ofAddress;
    open.set(address, current.add(socket));
    addresses.set(socket, address);
    idle.add(socket);
    total += 1;
    socket.once("close", () => forget(socket));
  });

  return {
    begin: (socket) => void idle.delete(socket),
    end: (socket) => {
      if (addresses.has(socket)) idle.add(socket);
    },
  };
}
