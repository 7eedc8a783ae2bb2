import { expect, it } from "vitest";
import {
  type ChosenLogs,
  daysToChoose,
  readChosenLogs,
  toActivityFilter,
  toDetailedFilter,
  withChosen,
} from "./chosen-logs.ts";

const NONE: ChosenLogs = {
  ...{ company: null, person: null, agent: null, status: null },
  ...{ email: "", text: "", from: "", until: "" },
};
const SOME: ChosenLogs = {
  company: "11111111-0000-4000-8000-000000000000",
  person: "22222222-0000-4000-8000-000000000000",
  ...{ agent: "ask_agent", status: "success", email: "taylor", text: "24 V & more" },
  ...{ from: "2026-03-01", until: "2026-03-07" },
};

it("survives the way through an address, and leaves the rest of the address as it is", () => {
  const address = withChosen(new URLSearchParams("tab=logs&text=before"), SOME);
  expect(readChosenLogs(address)).toEqual(SOME);
  expect(withChosen(address, NONE).toString()).toBe("tab=logs");
  expect(readChosenLogs(new URLSearchParams())).toEqual(NONE);
});

it.each([
  "agent=nobody",
  "status=fine",
  "from=yesterday",
  "until=2026-3-1",
  "company=alder",
  "person=taylor",
])("takes %s of an address for no filter", (parameters) => {
  expect(readChosenLogs(new URLSearchParams(parameters))).toEqual(NONE);
});

it("asks for whole days of the reader, the last one included", () => {
  const filter = toDetailedFilter({ ...SOME, email: " taylor " });
  expect(filter).toMatchObject({ email: "taylor", text: "24 V & more", company: SOME.company });
  expect(filter.from).toBe(new Date(2026, 2, 1).toISOString());
  expect(filter.before).toBe(new Date(2026, 2, 8).toISOString());
  expect(toDetailedFilter(NONE)).toMatchObject({ from: null, before: null });
  const own = "33333333-0000-4000-8000-000000000000";
  expect(toActivityFilter(SOME, own)).toMatchObject({ company: own, person: SOME.person });
});

it("offers the days of last week from Monday to Sunday", () => {
  // A Sunday, and the Monday after it.
  expect(daysToChoose(new Date(2026, 2, 1))).toMatchObject({
    Today: { from: "2026-03-01", until: "2026-03-01" },
    "This week": { from: "2026-02-23", until: "2026-03-01" },
    "Last week": { from: "2026-02-16", until: "2026-02-22" },
  });
  expect(daysToChoose(new Date(2026, 2, 2))).toMatchObject({
    "This week": { from: "2026-03-02", until: "2026-03-02" },
    "Last week": { from: "2026-02-23", until: "2026-03-01" },
  });
});
