import { expect, it } from "vitest";
import { type ChosenLogs, chosenOf, filterOf, parametersOf } from "./chosen-logs.ts";

const NONE: ChosenLogs = {
  ...{ company: null, agent: null, status: null },
  ...{ email: "", text: "", from: "", until: "" },
};
const SOME: ChosenLogs = {
  company: "11111111-0000-4000-8000-000000000000",
  ...{ agent: "ask_agent", status: "success", email: "taylor", text: "24 V & more" },
  ...{ from: "2026-03-01", until: "2026-03-07" },
};

it("survives the way through an address", () => {
  expect(chosenOf(parametersOf(SOME))).toEqual(SOME);
  expect(parametersOf(NONE).toString()).toBe("");
  expect(chosenOf(new URLSearchParams())).toEqual(NONE);
});

it.each(["agent=nobody", "status=fine", "from=yesterday", "until=2026-3-1", "company=alder"])(
  "takes %s of an address for no filter",
  (parameters) => {
    expect(chosenOf(new URLSearchParams(parameters))).toEqual(NONE);
  },
);

it("asks for whole days of the reader, the last one included", () => {
  const filter = filterOf({ ...SOME, email: " taylor " });
  expect(filter).toMatchObject({ email: "taylor", text: "24 V & more" });
  expect(filter.from).toBe(new Date(2026, 2, 1).toISOString());
  expect(filter.before).toBe(new Date(2026, 2, 8).toISOString());
  expect(filterOf(NONE)).toMatchObject({ from: null, before: null });
});
