import { expect, it } from "vitest";
import { type Given, givenOf } from "./kill-given.ts";
import { judge } from "./kill-oracle.ts";
import { type Arrival, keysOf, messagesOf, type ServerAccount } from "./kill-server.ts";

const NOTE = "01900000-0000-7000-8000-000000000001";
const FIRST = "01900000-0000-7000-8000-000000000002";
const SECOND = "01900000-0000-7000-8000-000000000003";
const OTHER = "01900000-0000-7000-8000-000000000009";

/** A recording and two questions to Ask, all promised by the page. */
const given: Given[] = givenOf({
  number: 1,
  items: [
    { agent: "voice", spoken: false, seconds: 1 },
    { agent: "ask", spoken: false, seconds: 0 },
    { agent: "ask", spoken: false, seconds: 0 },
  ],
}).map((item, index) => ({ ...item, begunAt: 1000 * index, promised: true }));

/** The server's state when everything is correct. */
function whole(): ServerAccount {
  const arrivals: Arrival[] = [
    { id: NOTE, agent: "voice", input: "voice", words: "Heard", capturedAt: 5 },
    ...[FIRST, SECOND].map((id, index) => ({
      id,
      agent: "ask",
      input: "text" as const,
      words: given[index + 1]?.mark ?? "",
      capturedAt: 1000 * (index + 1),
    })),
  ];
  return {
    arrivals,
    said: { label: [], ask: arrivals.flatMap(messagesOf) },
    detailed: arrivals.flatMap(keysOf).map((key) => ({ key, status: "success" })),
    heard: new Map([["Heard", new Uint8Array([1])]]),
    asked: arrivals.map(({ words }) => words),
  };
}

it("finds nothing if all promised items arrived once, or if only unpromised items are missing", () => {
  expect(judge(given, whole())).toEqual([]);
  const left = given.map((item) => ({ ...item, promised: false }));
  const nothing = { said: { label: [], ask: [] }, arrivals: [], detailed: [], asked: [] };
  expect(judge(left, { ...nothing, heard: new Map() })).toEqual([]);
});

it.each<[string, string, (server: ServerAccount) => Partial<ServerAccount>]>([
  ["a promised item is missing", "lost", ({ arrivals }) => ({ arrivals: arrivals.slice(1) })],
  [
    "an answer is missing",
    "lost",
    ({ said }) => ({ said: { ...said, ask: said.ask.slice(0, 3) } }),
  ],
  ["a detailed row is missing", "lost", ({ detailed }) => ({ detailed: detailed.slice(1) })],
  [
    "an item came twice",
    "duplicated",
    ({ arrivals: [note, ...rest] }) => ({
      arrivals: note === undefined ? [] : [note, { ...note, id: OTHER }, ...rest],
    }),
  ],
  [
    "a detailed row is nobody's",
    "duplicated",
    ({ detailed }) => ({ detailed: [...detailed, { key: OTHER, status: "success" }] }),
  ],
  [
    "a message is nobody's",
    "duplicated",
    ({ said }) => ({ said: { ...said, label: [{ id: OTHER, role: "user" }] } }),
  ],
  ["the provider was asked twice", "duplicated", ({ asked }) => ({ asked: [...asked, "Heard"] })],
  [
    "a recording was transcribed twice",
    "duplicated",
    ({ heard }) => ({ heard: new Map([...heard, ["Heard again", new Uint8Array([1])]]) }),
  ],
  [
    "the later question was answered first",
    "reordered",
    ({ said }) => ({ said: { ...said, ask: [...said.ask.slice(2), ...said.ask.slice(0, 2)] } }),
  ],
  [
    "an answer came before its question",
    "reordered",
    ({ said }) => ({ said: { ...said, ask: [...said.ask].reverse() } }),
  ],
])("%s: %s", (_, what, change) => {
  const server = whole();
  const found = judge(given, { ...server, ...change(server) });
  expect(found.map((finding) => finding.what)).toContain(what);
});
