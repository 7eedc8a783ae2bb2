import type { Server } from "node:http";
import type { Socket } from "node:net";
import { clientNetwork } from "./network-address.ts";

/**
 * Keeps a server's connections within limits. At a limit, a new connection replaces the one that has been
 * idle for longest, or is closed if none is idle.
 * @returns functions to call when a connection begins and ends a request
 */
export function limitConnections(
  server: Server,
  limits: { total: number; perAddress: number },
): { begin(socket: Socket): void; end(socket: Socket): void } {
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
    begin(socket) {
      const state = open.get(socket);
      if (state) state.isIdle = false;
    },
    end(socket) {
      const state = open.get(socket);
      open.delete(socket);
      if (state) open.set(socket, { ...state, isIdle: true });
    },
  };
}
