import { expect, it } from "vitest";
import { agentFilter, historyTitle } from "./agent-filter.ts";

it.each([
  [null, "Your Agent History"],
  ["voice", "Voice Agent History"],
  ["snap", "Snap Agent History"],
  ["label", "Label Agent History"],
  ["ask", "Ask Agent History"],
  ["VOICE", "Your Agent History"],
  ["constructor", "Your Agent History"],
  ["", "Your Agent History"],
])("has the title for ?agent=%s: %s", (parameter, title) => {
  expect(historyTitle(agentFilter(parameter))).toBe(title);
});
