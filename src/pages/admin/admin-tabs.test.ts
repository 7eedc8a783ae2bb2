import { expect, it } from "vitest";
import { adminTabs } from "./admin-tabs.ts";

const OF_ONE_COMPANY = [
  "Users",
  "Activity Logs",
  "Detailed Logs",
  "Knowledge Base",
  "Answers",
  "Vocabulary",
];

it.each([
  ["every tab", "super_admin", ["Companies", ...OF_ONE_COMPANY, "AI Settings"]],
  ["no companies and prompts", "admin", OF_ONE_COMPANY],
  ["no tab", "field_tech", []],
] as const)("gives %s to a %s", (_, role, tabs) => {
  expect(adminTabs(role).map(({ label }) => label)).toEqual(tabs);
});
