import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** A connection on which a test sends what no well-behaved client would. */
export interface RawConnection {
  socket: Socket;
  write(text: string | Uint8Array): void;
  /** Resolves when the server has ended it, with milliseconds since it was opened. */
  ended: Promise<number>;
  /** All that the server has sent so far. */
  received(): string;
}

export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.setEncoding("latin1").on("data", (text) => {
    received += text;
  });
  // Ended by the server in the middle of what is written.
  socket.on("error", () => {});
  const opened = performance.now();
  const ended = new Promise<number>((resolve) => {
    socket.once("close", () => resolve(performance.now() - opened));
  });
  await Promise.race([once(socket, "connect"), ended]);
  return {
    socket,
    write: (text) => void (socket.writable && socket.write(text)),
    ended,
    received: () => received,
  };
}

/** The head of a request with headers, as it is sent. */
export function headOf(
  method: string,
  path: string,
  headers: Record<string, string | number>,
): string {
  const lines = Object.entries({ host: "localhost", ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}
