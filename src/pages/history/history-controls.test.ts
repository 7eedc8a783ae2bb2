import { expect, it } from "vitest";
import { agentFilter, historyAddress, historyTitle } from "./history-controls.tsx";

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

it.each([
  [null, "", "/history"],
  [null, "  ", "/history"],
  ["voice", "", "/history?agent=voice"],
  ["snap", "24 V & co", "/history?agent=snap&search=24+V+%26+co"],
] as const)("has an address for the agent %s and the search %j", (agent, query, address) => {
  expect(historyAddress(agent, query)).toBe(address);
});
