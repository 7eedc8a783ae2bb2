import { expect, test } from "vitest";
import { computeCost, OWN_TRANSCRIBER, readPrices, readUsage, type Usage } from "./prices.ts";

const openAi = "https://api.openai.com/v1";
const tokens = { prompt_tokens: 1_000_000, completion_tokens: 500_000 };
const usage = (figures: object): Usage | null => readUsage(figures);

test.each([
  ["tokens", "gpt-4.1-mini", tokens, 0.4 + 0.8],
  ["minutes of sound", "whisper-1", { type: "duration", seconds: 90 }, 0.009],
  ["tokens that were not told", "gpt-4.1-mini", { total_tokens: 5 }, null],
  [
    "figures that are no counts",
    "gpt-4.1-mini",
    { prompt_tokens: -1, completion_tokens: "many" },
    null,
  ],
  ["an unknown model", "some-model", tokens, null],
  ["a name that every object has", "constructor", tokens, null],
])("the cost is right for %s", (_, model, figures, cost) => {
  expect(computeCost({ model, baseUrl: openAi, usage: usage(figures) }, {})).toEqual(
    cost === null ? null : expect.closeTo(cost, 10),
  );
});

test("the price of a model on another host is unknown, even if the name is the same", () => {
  const call = { model: "gpt-4.1-mini", baseUrl: "http://localhost:8080/v1", usage: usage(tokens) };
  expect(computeCost(call, {})).toBeNull();
});

test("the backend's own transcriber costs nothing, and a model of its name elsewhere is unknown", () => {
  const call = { model: OWN_TRANSCRIBER, usage: usage({ type: "duration", seconds: 90 }) };
  expect(computeCost({ ...call, baseUrl: "http://127.0.0.1:40123/v1" }, {})).toBe(0);
  expect(computeCost({ ...call, baseUrl: "http://ears.example/v1" }, {})).toBeNull();
});

test("a price that the deployment sets takes precedence over the built-in one", () => {
  const stated = readPrices('{"gpt-4.1-mini": {"input": 1, "output": 0}}') ?? {};
  expect(
    computeCost({ model: "gpt-4.1-mini", baseUrl: openAi, usage: usage(tokens) }, stated),
  ).toBe(1);
});

test("the cost is unknown if the usage is", () => {
  expect(computeCost({ model: "gpt-4.1-mini", baseUrl: openAi, usage: null }, {})).toBeNull();
  expect(readUsage(undefined)).toBeNull();
});
