import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { beforeEach, expect, test, vi } from "vitest";
import { isAllowed, sendWebhook } from "./send-webhook.ts";

// Without certificates; that a receiver must have a valid one is tested with the embedded backend.
vi.mock("node:tls", () => ({
  connect: (options: { host: string; port: number }) => {
    const socket = connect(options);
    return socket.on("connect", () => socket.emit("secureConnect"));
  },
}));
vi.mock("node:dns/promises", () => ({ lookup: vi.fn() }));

/** Lets names be resolved to these addresses, the first time and the second. */
function resolveTo(...answers: string[][]): void {
  for (const addresses of answers) {
    const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    vi.mocked(lookup as (name: string) => Promise<unknown>).mockResolvedValueOnce(found);
  }
}
beforeEach(() => {
  vi.mocked(lookup).mockReset();
});

/** Starts a receiver that answers each request with these bytes. */
async function startReceiver(answer: string) {
  const requests: string[] = [];
  const server = createServer((socket) =>
    socket.setEncoding("utf8").once("data", (request: string) => {
      requests.push(request);
      socket.end(answer);
    }),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { port, requests, [Symbol.dispose]: () => server.close() };
}
const LOOPBACK = ["127.0.0.0/8"];

const WITHIN = [
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "127.8.9.10",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.2.7",
  "192.168.1.1",
  "198.18.0.1",
  "198.51.100.2",
  "203.0.113.9",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:10.0.0.1",
  "::ffff:7f00:1",
  "::127.0.0.1",
  "64:ff9b::a00:1",
  "64:ff9b:1::a00:1",
  "2002:a00:1::",
  "2001::1",
  "2001:db8::1",
  "fc00::1",
  "fd12:3456::1",
  "fe80::1",
  "ff02::1",
  "100::1",
];

test.each(WITHIN)("%s is not an address of the public Internet", (address) => {
  expect(isAllowed(address, [])).toBe(false);
});

test("public addresses, and those that the operator names, are allowed", () => {
  expect(["93.184.216.34", "2606:2800:220:1::1"].every((address) => isAllowed(address, []))).toBe(
    true,
  );
  expect(isAllowed("10.1.2.3", ["10.0.0.0/8"])).toBe(true);
  expect(isAllowed("::ffff:10.1.2.3", ["10.0.0.0/8"])).toBe(true);
  expect(isAllowed("11.1.2.3", ["12.0.0.0/8", "fd00::/8"])).toBe(true);
  expect(isAllowed("fe80::1", ["10.0.0.0/8"])).toBe(false);
});

test.each([
  "https://127.1/",
  "https://0x7f000001/",
  "https://0177.0.0.1/",
  "https://2130706433/",
  "https://0/",
  "https://127.0.0.1.:8443/",
  "https://user:password@127.0.0.1/",
  "https://93.184.216.34@127.0.0.1/",
  "https://①②⑦.⓪.⓪.①/",
  "https://[::ffff:127.0.0.1]/",
  "https://[::1]:443/",
  "https://[fe80::1]/",
  "http://93.184.216.34/",
  "ftp://93.184.216.34/",
  "file:///etc/passwd",
  "https://",
])("%s is not asked, and no name is looked up", async (url) => {
  expect(await sendWebhook(url, {}, "{}", [])).toMatchObject({ status: null });
  expect(lookup).not.toHaveBeenCalled();
});

test.each([
  ["localhost", ["127.0.0.1"]],
  ["localhost.", ["::1"]],
  ["10.0.0.1.nip.example", ["10.0.0.1"]],
  ["metadata.example", ["169.254.169.254"]],
  ["mixed.example", ["93.184.216.34", "10.0.0.1"]],
  ["nowhere.example", []],
])("%s, which is resolved to %s, is not asked", async (name, addresses) => {
  using receiver = await startReceiver("HTTP/1.1 204 No Content\r\n\r\n");
  resolveTo(addresses);
  const answer = await sendWebhook(`https://${name}:${receiver.port}/`, {}, "{}", []);
  expect(answer).toEqual({
    status: null,
    text: "The address is not one of the public Internet.",
  });
  expect(receiver.requests).toEqual([]);
});

test("a name is resolved once, and asked at the address that was found allowed", async () => {
  using receiver = await startReceiver("HTTP/1.1 204 No Content\r\n\r\n");
  resolveTo(["127.0.0.1"], ["10.0.0.1"]);
  const url = `https://rebinding.example:${receiver.port}/hook?a=1#b`;
  const sent = await sendWebhook(url, { "webhook-id": "1" }, '"é"', LOOPBACK);
  expect(sent).toEqual({ status: 204, text: "" });
  expect(lookup).toHaveBeenCalledOnce();
  expect(receiver.requests).toEqual([
    `POST /hook?a=1 HTTP/1.1\r\nHost: rebinding.example:${receiver.port}\r\nConnection: close\r\n` +
      'webhook-id: 1\r\nContent-Length: 4\r\n\r\n"é"',
  ]);
});

test.each([
  ["in chunks", "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nyes\r\n0\r\n\r\n", 200, "yes"],
  ["after a hint", "103 Early Hints\r\n\r\nHTTP/1.1 201 Created\r\n\r\nyes", 201, "yes"],
  ["with what is not stored", "500 No\r\n\r\n\0no", 500, "no"],
  ["at length", `200 OK\r\n\r\n${"x".repeat(50_000)}`, 200, `${"x".repeat(1999)}…`],
  ["with half an answer", "200 OK\r\n", null, expect.stringMatching(/without an answer/)],
  ["with a redirect", "302 Found\r\nLocation: https://10.0.0.1/\r\n\r\n", 302, ""],
])(
  "a receiver that answers %s is understood, and followed nowhere",
  async (_, answer, status, text) => {
    using receiver = await startReceiver(`HTTP/1.1 ${answer}`);
    const sent = await sendWebhook(`https://127.0.0.1:${receiver.port}/`, {}, "{}", LOOPBACK);
    expect(sent).toEqual({ status, text });
    expect(receiver.requests).toHaveLength(1);
  },
);
