import { expect, it } from "vitest";
import { storableRequests } from "./storable-requests.ts";

it.each([
  ["a\0b\0", "ab"],
  ["half \ud83d and \udd27 whole 🔧", "half \ufffd and \ufffd whole 🔧"],
  ["written out: \\u0000, \\\\u0000, \\ud83d", "written out: \\u0000, \\\\u0000, \\ud83d"],
  ["after a backslash: \\\0", "after a backslash: \\"],
])("the text %j is sent as %j, wherever it is in the body or the address", async (text, sent) => {
  const received: unknown[] = [];
  const send = storableRequests(async (input, init) => {
    received.push(new URL(String(input)).searchParams.get("q"), JSON.parse(String(init?.body)));
    return new Response();
  });
  const body = { [text]: [{ name: text }], count: 1 };
  const q = encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\ufffd"));
  await send(`https://backend.test/?q=${q}`, { method: "POST", body: JSON.stringify(body) });
  expect(received).toEqual([sent, { [sent]: [{ name: sent }], count: 1 }]);
});
