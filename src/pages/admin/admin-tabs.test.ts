import { expect, it } from "vitest";
import { adminTabs, findTab } from "./admin-tabs.ts";

const OF_ONE_COMPANY = ["Users", "Activity Logs", "Detailed Logs", "Knowledge Base"];

it.each([
  ["every tab", "super_admin", ["Companies", ...OF_ONE_COMPANY, "AI Settings", "Company"]],
  ["no companies and prompts", "admin", [...OF_ONE_COMPANY, "Company"]],
  ["no tab", "field_tech", []],
] as const)("gives %s to a %s", (_, role, tabs) => {
  expect(adminTabs(role).map(({ label }) => label)).toEqual(tabs);
});

it.each([
  ["users", "Users"],
  ["company", "Company"],
  ["answers", "Company"],
  ["vocabulary", "Company"],
  ["golden-set", "Company"],
  ["integrations", "Company"],
  ["companies", "Users"],
  [null, "Users"],
])("leads an administrator's address with the tab %s to %s", (asked, label) => {
  expect(findTab(adminTabs("admin"), asked)?.label).toBe(label);
});
