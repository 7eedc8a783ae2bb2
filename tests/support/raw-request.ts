import { once } from "node:events";
import { connect } from "node:net";

/** A connection on which a test can send what a well-behaved client would not. */
export type RawConnection = Awaited<ReturnType<typeof openRaw>>;

export async function openRaw(url: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.setEncoding("latin1").on("data", (text) => {
    received += text;
  });
  // The server may close the connection while the test still writes.
  socket.on("error", () => {});
  const opened = performance.now();
  const ended = new Promise<number>((resolve) => {
    socket.once("close", () => resolve(performance.now() - opened));
  });
  await Promise.race([once(socket, "connect"), ended]);
  return {
    socket,
    write: (text: string | Uint8Array) => void (socket.writable && socket.write(text)),
    /** Resolves when the server has closed it, with the milliseconds since it was opened. */
    ended,
    /** Everything that the server has sent so far. */
    received: () => received,
  };
}

/** The text of a request's head with these headers. */
export function headOf(method: string, path: string, headers: Record<string, string | number>) {
  const lines = Object.entries({ host: "localhost", ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}
