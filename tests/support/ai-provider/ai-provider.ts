import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listenOn } from "../loopback.ts";
import { type Behaviour, defaultText, replyOf } from "./behaviour.ts";
import { type ProviderApi, type ProviderCall, readCall } from "./call.ts";

/** A local HTTP server that speaks the OpenAI API, for tests. */
export type AiProvider = Awaited<ReturnType<typeof startAiProvider>>;

/**
 * Starts the stand-in on 127.0.0.1.
 * @param options.apiKey the required key; without it, no key is required.
 */
export async function startAiProvider(options: { apiKey?: string } = {}) {
  const calls: ProviderCall[] = [];
  const coming: Behaviour[] = [];
  const held: (() => void)[] = [];
  const onCall = new Set<() => void>();

  const count = (api?: ProviderApi) =>
    api === undefined ? calls.length : calls.filter((call) => call.api === api).length;

  function takeBehaviour(api: ProviderApi): Behaviour {
    const index = coming.findIndex(({ to }) => to === undefined || to === api);
    return (index < 0 ? undefined : coming.splice(index, 1)[0]) ?? { do: "answer" };
  }

  function behave(
    call: Extract<ProviderCall, { api: ProviderApi }>,
    behaviour: Behaviour,
    outgoing: ServerResponse,
  ): void {
    const answer = ({ text, usage }: Extract<Behaviour, { do: "answer" }>) => {
      const said =
        typeof text === "function" ? text(call.api === "chat" ? call.messages : []) : text;
      sendJson(outgoing, 200, replyOf(call.api, { text: said ?? defaultText(call), usage }));
    };
    switch (behaviour.do) {
      case "answer":
        answer(behaviour);
        break;
      case "hold":
        held.push(() => answer({ ...behaviour, do: "answer" }));
        break;
      case "status": {
        const error = errorOf(behaviour.message ?? "Refused as the test wants it.");
        sendJson(outgoing, behaviour.status, error, behaviour.headers);
        break;
      }
      case "body":
        outgoing
          .writeHead(200, { "Content-Type": behaviour.type ?? "application/json" })
          .end(behaviour.body);
        break;
      case "drop":
        outgoing.destroy();
        break;
      case "hang":
        break;
    }
  }

  const server = createServer(async (incoming, outgoing) => {
    const call = await readCall(await toRequest(incoming), options.apiKey);
    calls.push(call);
    if (call.api === null) sendJson(outgoing, call.status, errorOf(call.problem));
    else behave(call, takeBehaviour(call.api), outgoing);
    for (const look of onCall) look();
  });
  const { url, stop } = await listenOn(server);

  return {
    /** The value for `OPENAI_BASE_URL`. */
    url: `${url}/v1`,
    calls: calls as readonly ProviderCall[],
    /** Requests of one API so far, oldest first. */
    callsTo: <Api extends ProviderApi>(api: Api) =>
      calls.filter((call): call is Extract<ProviderCall, { api: Api }> => call.api === api),
    /** Sets how the next calls are treated, in order; later ones are answered normally. */
    respondWith: (...behaviours: Behaviour[]) => void coming.push(...behaviours),
    /** Resolves once that many requests have arrived, for that API or for all. */
    called: (times: number, api?: ProviderApi) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (count(api) < times) return;
          onCall.delete(look);
          resolve();
        };
        onCall.add(look);
        look();
      }),
    /** Answers the call that has been held longest. @throws Error when none is held */
    release() {
      const go = held.shift();
      if (!go) throw new Error("No call is held.");
      go();
    },
    /** Answers the held calls, and forgets past requests and planned behaviours. */
    reset() {
      for (const go of held.splice(0)) go();
      calls.length = 0;
      coming.length = 0;
    },
    stop,
  };
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method = "GET", url = "/", headers } = incoming;
  return new Request(new URL(url, "http://127.0.0.1"), {
    method,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ),
    ...(method !== "GET" && method !== "HEAD" && { body: Buffer.concat(chunks) }),
  });
}

function sendJson(
  outgoing: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  outgoing
    .writeHead(status, { "Content-Type": "application/json", ...headers })
    .end(JSON.stringify(body));
}

function errorOf(message: string): object {
  return { error: { message, type: "invalid_request_error", param: null, code: null } };
}
