import { type Listening, listen } from "../http/listen.ts";
import type { Metrics } from "./metrics.ts";

const TEXT_FORM = "text/plain; version=0.0.4; charset=utf-8";

/**
 * Answers `/metrics` at a port of the loopback: the figures are not for everybody who reaches the
 * product.
 * @throws StartRefusal when the port is taken
 */
export function listenForMetrics(port: number, metrics: Metrics): Promise<Listening> {
  const settings = { host: "127.0.0.1", port, clientAddressHeader: undefined };
  return listen(settings, async (request) => {
    if (new URL(request.url).pathname !== "/metrics") return new Response(null, { status: 404 });
    return new Response(await metrics.text(), { headers: { "content-type": TEXT_FORM } });
  });
}
