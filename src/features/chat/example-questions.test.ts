import { expect, it } from "vitest";
import { exampleQuestions } from "./empty-chat.tsx";

const about = (topic: string) => `What do the documents say about ${topic}?`;

it("asks about headings that exist, of different documents first", () => {
  const boiler = [
    "Boiler installation guide",
    "3.2 Frost protection",
    "3.2 Frost protection",
    "4.1 Flushing the pipes",
  ];
  const checklist = ["Contents", "3. FILTER AND CABINET", "How it works", "R-32 by floor area"];
  expect(exampleQuestions([boiler, checklist])).toEqual(
    ["frost protection", "filter and cabinet", "flushing the pipes"].map(about),
  );
  expect(exampleQuestions([checklist])).toEqual(
    ["filter and cabinet", "R-32 by floor area"].map(about),
  );
});

it("asks nothing when no heading is fit for it", () => {
  expect(exampleQuestions([])).toEqual([]);
  const title = ["The title", "Notes", "Overview", "4 Pressure", "<b>Bold ones</b>"];
  const unfit = [...title, "A heading of far too many words to ask it"];
  expect(exampleQuestions([unfit])).toEqual([]);
});
