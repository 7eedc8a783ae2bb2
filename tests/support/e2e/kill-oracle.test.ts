import { expect, it } from "vitest";
import { type Arrival, judge, keysOf, messagesOf, type ServerAccount } from "./kill-oracle.ts";
import { newItem } from "./kill-plan.ts";

const NOTE = "01900000-0000-7000-8000-000000000001";
const FIRST = "01900000-0000-7000-8000-000000000002";
const SECOND = "01900000-0000-7000-8000-000000000003";
const OTHER = "01900000-0000-7000-8000-000000000009";

/** A recording and two questions to Ask, all promised by the page. */
const given = [newItem("voice", null, 1), newItem("ask", "One?", 0), newItem("ask", "Two?", 0)].map(
  (item, index) => ({ ...item, begunAt: 1000 * index, isPromised: true }),
);

/** The server's state when everything is correct. */
function whole(): ServerAccount {
  const asked = { agent: "ask", input: "text" } as const;
  const arrivals: Arrival[] = [
    { id: NOTE, agent: "voice", input: "voice", words: "Heard", capturedAt: 5 },
    { id: FIRST, ...asked, words: "One?", capturedAt: 1000 },
    { id: SECOND, ...asked, words: "Two?", capturedAt: 2000 },
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
  const left = given.map((item) => ({ ...item, isPromised: false }));
  const nothing = { said: { label: [], ask: [] }, arrivals: [], detailed: [], asked: [] };
  expect(judge(left, { ...nothing, heard: new Map() })).toEqual([]);
});

it.each<[string, string, (server: ServerAccount) => unknown]>([
  ["a promised item is missing", "lost", ({ arrivals }) => arrivals.shift()],
  ["an answer is missing", "lost", ({ said }) => said.ask.pop()],
  [
    "an item came twice",
    "duplicated",
    ({ arrivals }) =>
      arrivals.push(...arrivals.slice(0, 1).map((note) => ({ ...note, id: OTHER }))),
  ],
  [
    "the provider was asked twice",
    "duplicated",
    (server) => Object.assign(server, { asked: [...server.asked, "Heard"] }),
  ],
  [
    "the later question was answered first",
    "reordered",
    ({ said }) => said.ask.push(...said.ask.splice(0, 2)),
  ],
  ["an answer came before its question", "reordered", ({ said }) => said.ask.reverse()],
])("%s: %s", (_, what, spoil) => {
  const server = whole();
  spoil(server);
  expect(judge(given, server).map((finding) => finding.what)).toContain(what);
});
