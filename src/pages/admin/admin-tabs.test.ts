import { describe, expect, it } from "vitest";
import { adminTabs } from "./admin-tabs.ts";

const labels = (role: Parameters<typeof adminTabs>[0]) => adminTabs(role).map(({ label }) => label);

describe("adminTabs", () => {
  it("gives a super administrator every tab", () => {
    expect(labels("super_admin")).toEqual([
      "Companies",
      "Users",
      "Activity Logs",
      "Detailed Logs",
      "Knowledge Base",
      "Answers",
      "Vocabulary",
      "AI Settings",
    ]);
  });

  it("hides companies and prompts from administrators of one company", () => {
    expect(labels("admin")).toEqual([
      "Users",
      "Activity Logs",
      "Detailed Logs",
      "Knowledge Base",
      "Answers",
      "Vocabulary",
    ]);
  });

  it("gives a technician no tab", () => {
    expect(labels("field_tech")).toEqual([]);
  });
});
