// @module-tag rest

import { once } from "node:events";
import { get } from "node:http";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { rest, signIn } from "#tests/support/backend.ts";
import { type Listener, listenTo } from "#tests/support/realtime-listener.ts";
import { DEMO, headersOf, post, runningBackend } from "#tests/support/running-backend.ts";

/** So many browsers listen. */
const BROWSERS = 100;
const LISTED = ["companies", "profiles"];

const backend = runningBackend();

const signedIn = (name: string) => signIn(backend, `${name}@demo.example`, DEMO);

async function rename(name: string): Promise<void> {
  await rest(backend, "service", "PATCH", "companies?name=neq.", { name });
}

const namesHeard = ({ heard }: Listener) => heard.map(({ row }) => row.name);

test("a hundred browsers hear of each change", async () => {
  const people = await Promise.all(["admin", "tech", "super"].map(signedIn));
  const listeners: Listener[] = [];
  while (listeners.length < BROWSERS) {
    const { accessToken = "" } = people[listeners.length % people.length] ?? {};
    listeners.push(await listenTo(backend, accessToken, LISTED));
  }
  for (const name of ["Renamed once", "Renamed twice"]) {
    await rename(name);
    await expect
      .poll(() => listeners.filter((each) => namesHeard(each).at(-1) === name).length)
      .toBe(BROWSERS);
  }
  await Promise.all(listeners.map((listener) => listener.stop()));
});

test("whoever signed out hears of nothing more", async () => {
  const { accessToken } = await signedIn("admin");
  const [gone, there] = [
    await listenTo(backend, accessToken, LISTED),
    await listenTo(backend, (await signedIn("admin")).accessToken, LISTED),
  ];
  await rename("Before");
  await expect.poll(() => [gone, there].map(namesHeard)).toEqual([["Before"], ["Before"]]);
  await post(backend, "auth/v1/logout?scope=local", {}, headersOf(backend, accessToken));
  await rename("After");
  await expect.poll(() => namesHeard(there)).toEqual(["Before", "After"]);
  expect(namesHeard(gone)).toEqual(["Before"]);
  await Promise.all([gone.stop(), there.stop()]);
});

test("a table that nobody may follow, a strange message and a wrong key are refused", async () => {
  const { accessToken } = await signedIn("super");
  const address = `${backend.url.replace("http", "ws")}/realtime/v1/websocket?vsn=2.0.0&apikey=`;
  const wrong = new WebSocket(`${address}wrong`);
  await expect(once(wrong, "open")).rejects.toThrow("401");

  const socket = new WebSocket(`${address}${backend.publishableKey}`);
  const replies: unknown[] = [];
  socket.on("message", (data) => replies.push(JSON.parse(String(data))));
  await once(socket, "open");
  const postgres_changes = [{ event: "*", schema: "auth", table: "users" }];
  const payload = { config: { postgres_changes }, access_token: accessToken };
  socket.send(JSON.stringify(["1", "1", "realtime:x", "phx_join", payload]));
  const reason = "The changes asked for are not served here";
  const refused = { status: "error", response: { reason } };
  await expect.poll(() => replies).toEqual([["1", "1", "realtime:x", "phx_reply", refused]]);
  socket.send("no frame");
  const [code] = await once(socket, "close");
  expect(code).toBe(1008);
});

test("a request that offers another protocol is answered as every other", async () => {
  const headers = { connection: "Upgrade, HTTP2-Settings", upgrade: "h2c" };
  const [reply] = await once(get(`${backend.url}/livez`, { headers }), "response");
  expect(reply.statusCode).toBe(200);
});
