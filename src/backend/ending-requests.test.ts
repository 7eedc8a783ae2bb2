import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Device } from "#tests/support/sync/device.ts";
import type { Backend } from "./backend.ts";
import { openEndingRequests, PATIENCE_MS } from "./ending-requests.ts";

let device: Device;
let backend: Backend;
/** The requests that a server received which answers none of them. */
let received: Request[];

const neverAnswered: typeof fetch = (input, init) => {
  const request = new Request(input, init);
  received.push(request);
  return new Promise((_, reject) => {
    request.signal.addEventListener("abort", () => reject(request.signal.reason));
  });
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 5, 8) });
  received = [];
  // auth-js reports requests that fail.
  vi.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("of the backend", () => {
  beforeEach(() => {
    device = new Device();
    ({ backend } = device.open(device.clock, { fetch: neverAnswered }));
  });

  afterEach(() => {
    device.close();
  });

  const me = () => device.server.personId;
  const LATER = { kind: "later", cause: "network" };
  const UNREACHABLE = { kind: "unreachable" };
  const signIn = () => backend.openPendingSignIn();
  const CODE = { code: "code", verifier: "verifier" } as never;

  it.each<[string, () => Promise<unknown>, object]>([
    ["list that is read", () => backend.knowledge.files(me()), LATER],
    ["row that is deleted", () => backend.knowledge.deleteFile(me(), "1"), LATER],
    ["file that is removed", () => backend.storage.remove(me(), "a/b"), LATER],
    ["sign-in", () => signIn().signIn("a@example.com", "secret"), UNREACHABLE],
    ["code of a provider", () => signIn().exchange(CODE), UNREACHABLE],
  ])("a %s ends when it is never answered, and is sent once", async (_, ask, outcome) => {
    const ended = vi.fn();
    void ask().then(ended);
    await vi.advanceTimersByTimeAsync(PATIENCE_MS - 1000);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(ended.mock.lastCall?.[0]).toMatchObject(outcome);
    expect(received).toHaveLength(1);
  });
});

it("the sign-out ends what is unanswered, and later requests are sent as before", async () => {
  const { fetch, giveUp } = openEndingRequests(neverAnswered);
  const first = fetch("http://backend.test").catch((error: Error) => error.name);
  giveUp();
  expect(await first).toBe("AbortError");
  void fetch("http://backend.test");
  expect(received.map(({ signal }) => signal.aborted)).toEqual([true, false]);
});

it("a request whose caller has a signal for it is left alone, and so is an answer that takes long to read", async () => {
  const answering: typeof fetch = async (_, init) =>
    new Response(
      new ReadableStream({
        start(body) {
          init?.signal?.addEventListener("abort", () => body.error(init.signal?.reason));
          setTimeout(() => body.close(), PATIENCE_MS * 2);
        },
      }),
    );
  const read = openEndingRequests(answering)
    .fetch("http://backend.test")
    .then((response) => response.text());
  const own = new AbortController();
  void openEndingRequests(neverAnswered).fetch("http://backend.test", { signal: own.signal });
  await vi.advanceTimersByTimeAsync(PATIENCE_MS * 2);
  expect(await read).toBe("");
  expect(received[0]?.signal.aborted).toBe(false);
});
