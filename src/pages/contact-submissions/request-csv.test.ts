import { expect, it } from "vitest";
import { requestRow } from "#tests/support/rows.ts";
import { requestCsv, requestFileName } from "./contact-submissions-page.tsx";

it("writes every field of a request to a file of the day, its time in UTC, and no formula", () => {
  expect(requestFileName(Date.UTC(2026, 0, 2, 23, 59))).toBe("contact-submissions-2026-01-02.csv");
  const csv = requestCsv([
    requestRow({
      company: '=HYPERLINK("http://evil.example")',
      name: "Pat, Jr.",
      created_at: "2026-01-01T08:00:00+02:00",
      status: "not_interested",
    }),
  ]);
  const [head, row] = csv.split("\r\n");
  expect(head).toBe(
    '"Submitted","Company","Name","Email","Phone","Number of Field Techs","Current CRM","Status","Notes"',
  );
  expect(row).toBe(
    `"2026-01-01T06:00:00.000Z","'=HYPERLINK(""http://evil.example"")","Pat, Jr.","pat@prospect.example","'+1 503 555 0100","5-10","None","Not Interested",""`,
  );
});
