import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "../auth/network-of.ts";

/** How many connections are open at most, altogether and of one address. */
export interface ConnectionLimits {
  total: number;
  perAddress: number;
}

/**
 * Keeps the connections of a server within limits. Where there is no room, the connection that has
 * been without a request for longest gives way: the newcomer's own address's, or anybody's.
 * @returns to be told when a connection begins and ends a request
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
): { begin(socket: Socket): void; end(socket: Socket): void } {
  /** Without a request, the one that has been so for longest first. */
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
    const address = networkOf(socket.remoteAddress ?? "");
    const ofAddress = open.get(address) ?? new Set<Socket>();
    if (ofAddress.size >= limits.perAddress && !giveWay(ofAddress)) return void socket.destroy();
    if (total >= limits.total && !giveWay(idle)) return void socket.destroy();
    // The set may have been let go of with its last connection.
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
