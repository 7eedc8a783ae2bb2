import { once } from "node:events";
import { expect, test } from "vitest";
import { WebSocket } from "ws";
import { rest, signIn } from "#tests/support/backend.ts";
import { type Listener, listenTo } from "#tests/support/realtime-listener.ts";
import { DEMO, headersOf, post, runningBackend } from "#tests/support/running-backend.ts";
import { LIMITS } from "./limits.ts";
import { ChangeTurns, type RowChange } from "./row-changes.ts";

const tech = "tech@demo.example";
const admin = "admin@demo.example";

const backend = runningBackend(() => ({ env: { CLIENT_ADDRESS_HEADER: "x-forwarded-for" } }));
const signedIn = async (email: string) => (await signIn(backend, email, DEMO)).accessToken;

type Client = Awaited<ReturnType<typeof open>>;

/** Opens a socket from an address. @throws Error with the status when it is refused */
async function open(address: string, key = backend.publishableKey) {
  const url = `${backend.url.replace("http", "ws")}/realtime/v1/websocket?vsn=2.0.0&apikey=${key}`;
  const socket = new WebSocket(url, { headers: { "x-forwarded-for": address } });
  /** The frames that came, as Phoenix's arrays. */
  const frames: unknown[][] = [];
  socket.on("message", (data) => frames.push(JSON.parse(String(data))));
  await once(socket, "open");
  return { socket, frames };
}

/** Joins a channel that follows a table. @returns the server's answer */
async function join(
  { socket, frames }: Client,
  topic: string,
  token: string,
  table = "agent_logs",
) {
  const postgres_changes = [{ event: "*", schema: "public", table }];
  const payload = { config: { postgres_changes }, access_token: token };
  socket.send(JSON.stringify([topic, topic, topic, "phx_join", payload]));
  const answer = () => frames.find(([, ref, , event]) => ref === topic && event === "phx_reply");
  await expect.poll(answer).toBeDefined();
  return answer()?.[4];
}

const joined = { status: "ok", response: expect.anything() };
const refused = (reason: string) => ({ status: "error", response: { reason } });
const together = <T>(count: number, work: (place: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, place) => work(place)));
const close = (clients: Client[]) => {
  for (const { socket } of clients) socket.terminate();
};

const LISTED = ["companies", "profiles"];
const rename = (name: string) => rest(backend, "service", "PATCH", "companies?name=neq.", { name });
const namesHeard = ({ heard }: Listener) => heard.map(({ row }) => row.name);

test("whoever signed out hears of nothing more", async () => {
  const { accessToken } = await signIn(backend, admin, DEMO);
  const [gone, there] = [
    await listenTo(backend, accessToken, LISTED),
    await listenTo(backend, await signedIn(admin), LISTED),
  ];
  await rename("Before");
  await expect.poll(() => [gone, there].map(namesHeard)).toEqual([["Before"], ["Before"]]);
  await post(backend, "auth/v1/logout?scope=local", {}, headersOf(backend, accessToken));
  await rename("After");
  await expect.poll(() => namesHeard(there)).toEqual(["Before", "After"]);
  expect(namesHeard(gone)).toEqual(["Before"]);
  await Promise.all([gone.stop(), there.stop()]);
});

test("values of more than 64 bytes are left out, and the client learns that as from Supabase", async () => {
  const listener = await listenTo(backend, await signedIn(admin), ["agent_logs"]);
  const { accessToken, userId } = await signIn(backend, tech, DEMO);
  for (const input_data of ["a".repeat(100_000), "ä".repeat(33), "b".repeat(64)]) {
    const row = { user_id: userId, agent_type: "voice", input_type: "voice", input_data };
    await rest(backend, accessToken, "POST", "agent_logs", row);
  }
  await expect.poll(() => listener.heard).toHaveLength(3);
  const told = listener.heard.map(({ row, errors }) => [row.user_id, row.input_data, errors]);
  const isLarge = ["Error 413: Payload Too Large"];
  expect(told).toEqual([
    [userId, undefined, isLarge],
    [userId, undefined, isLarge],
    [userId, "b".repeat(64), null],
  ]);
  await listener.stop();
});

test("those who change rows take turns, and what they changed last is told", () => {
  const turns = new ChangeTurns();
  const change = (writer: string, table: string, id: number): RowChange => ({
    ...{ writer, table, type: "UPDATE", at: "" },
    rows: [{ id }],
  });
  for (let id = 1; id <= 100; id += 1) turns.add(change("one", id % 2 ? "a" : "b", id));
  turns.add(change("other", "a", 1));
  turns.add(change("other", "a", 2));
  const told: unknown[] = [];
  for (let next = turns.next(); next; next = turns.next()) {
    told.push([next.writer, ...next.rows.map(({ id }) => id)]);
  }
  const last = Array.from({ length: LIMITS.waiting }, (_, place) => 81 + place);
  const ofOne = last.map((id) => ["one", id]);
  expect(told).toEqual([ofOne[0], ["other", 1, 2], ...ofOne.slice(1)]);
});

test("Realtime refuses a table that nobody may follow, a strange message and a wrong key", async () => {
  await expect(open("192.0.2.1", "wrong")).rejects.toThrow("401");
  const client = await open("192.0.2.1");
  const postgres_changes = [{ event: "*", schema: "auth", table: "users" }];
  const payload = { config: { postgres_changes }, access_token: await signedIn(admin) };
  client.socket.send(JSON.stringify(["1", "1", "realtime:x", "phx_join", payload]));
  const answer = refused("The changes asked for are not served here");
  await expect.poll(() => client.frames).toEqual([["1", "1", "realtime:x", "phx_reply", answer]]);
  client.socket.send("no frame");
  expect((await once(client.socket, "close"))[0]).toBe(1008);
});

test("Realtime refuses sockets and channels beyond a person's limits, until one is closed", async () => {
  const [token, other] = [await signedIn(tech), await signedIn(admin)];
  const clients = await together(LIMITS.socketsOfPerson, () => open("192.0.2.2"));
  for (const client of clients) expect(await join(client, "a", token)).toEqual(joined);
  const late = await open("192.0.2.3");
  expect(await join(late, "a", token)).toEqual(refused("Too many connections"));
  expect(await join(late, "b", other)).toEqual(joined);
  const [first, second] = clients as [Client, Client];
  first.socket.terminate();
  await expect.poll(async () => await join(late, `again ${Math.random()}`, token)).toEqual(joined);
  const left = LIMITS.channelsOfPerson - LIMITS.socketsOfPerson;
  const answers = await together(left, (place) => join(second, `more ${place}`, token));
  expect(answers).toEqual(Array(left).fill(joined));
  expect(await join(second, "too many", token)).toEqual(refused("Too many channels"));
  close([...clients, late]);
});

test("Realtime refuses a socket that brings no accepted token, after seconds or a few attempts", async () => {
  const [silent, wrong] = [await open("192.0.2.4"), await open("192.0.2.4")];
  const opened = performance.now();
  for (let attempt = 1; attempt <= LIMITS.refusedJoins; attempt += 1) {
    const answer = await join(wrong, `${attempt}`, `a.b.${attempt}`);
    expect(answer).toEqual(refused("Invalid access token"));
  }
  await expect.poll(() => wrong.socket.readyState).toBe(WebSocket.CLOSED);
  expect(performance.now() - opened).toBeLessThan(LIMITS.untilJoined);
  expect((await once(silent.socket, "close"))[0]).toBe(1008);
});

test("Realtime refuses strangers, for whom somebody else would have no room", async () => {
  const token = await signedIn(admin);
  const person = await open("192.0.2.5");
  expect(await join(person, "a", token)).toEqual(joined);
  const strangers = await together(LIMITS.sockets - 1, (place) =>
    open(`2001:db8:${Math.floor(place / LIMITS.socketsOfNetwork)}::${place}`),
  );
  const late = [await open("192.0.2.6"), await open("2001:db8:1::1")];
  for (const each of late) expect(await join(each, "a", token)).toEqual(joined);
  for (const gone of [strangers[0], strangers[LIMITS.socketsOfNetwork]]) {
    await expect.poll(() => gone?.socket.readyState).toBe(WebSocket.CLOSED);
  }
  // Twice as many, because a new time to count in may begin meanwhile.
  const again = Array.from({ length: 2 * LIMITS.openings.most }, () => open("2001:db8::1"));
  // Some are cut off for a later one before they have read that they are open.
  const reasons = (await Promise.allSettled(again)).map((each) =>
    each.status === "rejected" ? String(each.reason) : "opened",
  );
  expect(reasons).toContainEqual(expect.stringContaining("429"));
  expect(person.socket.readyState).toBe(WebSocket.OPEN);
  close([...strangers, person, ...late]);
});

test("Realtime refuses messages that are too large or too many", async () => {
  const [large, many] = [await open("192.0.2.8"), await open("192.0.2.8")];
  const beat = (payload: object) => JSON.stringify([null, "1", "phoenix", "heartbeat", payload]);
  large.socket.send(beat({ more: "x".repeat(LIMITS.message) }));
  await once(large.socket, "close");
  expect(large.frames).toEqual([]);
  for (let sent = 0; sent <= LIMITS.messages.most; sent += 1) many.socket.send(beat({}));
  expect((await once(many.socket, "close"))[0]).toBe(1008);
  expect(many.frames.length).toBeLessThanOrEqual(LIMITS.messages.most);
});

test("Realtime refuses more bytes than a client reads", async () => {
  const { accessToken, userId } = await signIn(backend, tech, DEMO);
  const deaf = await open("192.0.2.7");
  await together(LIMITS.channelsOfPerson - 1, (place) => join(deaf, `${place}`, accessToken));
  const listener = await listenTo(backend, accessToken, ["agent_logs"]);
  deaf.socket.pause();
  const row = { user_id: userId, agent_type: "voice", input_type: "voice" };
  for (let sent = 100; sent <= 600; sent += 100) {
    await rest(backend, accessToken, "POST", "agent_logs", Array(100).fill(row));
    await expect.poll(() => listener.heard.length).toBeGreaterThanOrEqual(sent);
  }
  deaf.socket.resume();
  await once(deaf.socket, "close");
  expect(deaf.frames.length).toBeLessThan(600 * (LIMITS.channelsOfPerson - 1));
  await listener.stop();
});
