import { isLoopback, type Settings } from "./settings.ts";
import { StartRefusal } from "./start-refusal.ts";

export type Listening = {
  /** `http://<host>:<port>` to open in a browser. */
  address: string;
  /** The same from this machine itself, whatever the host is. */
  localAddress: string;
  /** Takes no more requests; resolves when those in flight are done, or after `grace` milliseconds. */
  stop(grace: number): Promise<void>;
};

/**
 * Listens for requests.
 * @throws StartRefusal when the port is taken or the address is not this machine's.
 */
export function listen(
  settings: Pick<Settings, "host" | "port">,
  handle: (request: Request, clientAddress: string) => Response | Promise<Response>,
): Listening {
  const { host, port } = settings;
  const server = open();
  let shutdown: Promise<void> | undefined;
  const urlHost = (name: string) => (name.includes(":") ? `[${name}]` : name);
  const everywhere = host === "0.0.0.0" || host === "::";
  const local = isLoopback(host) || !everywhere ? urlHost(host) : "127.0.0.1";
  return {
    address: `http://${urlHost(host)}:${server.addr.port}`,
    localAddress: `http://${local}:${server.addr.port}`,
    async stop(grace) {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, grace);
      shutdown ??= server.shutdown();
      await Promise.race([shutdown, late]);
      clearTimeout(timer);
    },
  };

  function open(): Deno.HttpServer<Deno.NetAddr> {
    try {
      return Deno.serve(
        {
          port,
          hostname: host.replace(/^\[|\]$/g, ""),
          automaticCompression: true,
          onListen: () => {},
        },
        (request, info) => handle(request, info.remoteAddr.hostname),
      );
    } catch (error) {
      if (error instanceof Deno.errors.AddrInUse) {
        throw new StartRefusal(
          `Port ${port} of ${host} is in use: stop what listens there, or choose another PORT.`,
        );
      }
      const reason = error instanceof Error ? error.message : error;
      throw new StartRefusal(`Cannot listen on ${host}, port ${port}: ${reason}.`);
    }
  }
}
