import { expect, it } from "vitest";
import { TermProposer } from "./propose-terms.ts";

function proposalsOf(documents: Record<string, string>, known: string[] = []): string[] {
  const proposer = new TermProposer();
  for (const [id, text] of Object.entries(documents)) proposer.add(id, text);
  return proposer.proposals(known).map(({ term }) => term);
}

it("proposes codes, first those of several documents, then those that come often", () => {
  const found = proposalsOf({
    a: "Replace E-47 on the HP-240/B. Then clear E-47, and E-47 again.",
    b: "The HP-240/B takes R-32.",
  });
  expect(found).toEqual(["HP-240/B", "E-47", "R-32"]);
  const proposer = new TermProposer();
  proposer.add("a", "R-32 and R-32");
  proposer.add("b", "R-32");
  expect(proposer.proposals([])).toEqual([{ term: "R-32", files: 2, count: 3 }]);
});

it.each([
  "Set 240V, 10kW, 3/4 inch, 60Hz and 24VAC.",
  "The year 2026, page 12, step 3.",
  "Serial 2104-0001-8842-XB-99812 is one of many.",
])("proposes no figures: %s", (text) => {
  expect(proposalsOf({ a: text })).toEqual([]);
});

it("proposes names from the middle of sentences, whole", () => {
  const text = "Call the office at Kessler Hall first. The key is kept at Kessler Hall by Okafor.";
  expect(proposalsOf({ a: `${text} Ask for Okafor there.` })).toEqual(["Kessler Hall", "Okafor"]);
});

it("proposes no words that are capitalised for another reason", () => {
  const found = proposalsOf({
    beginning: "Compressor runs hot. Compressor stops. Then check it at noon.",
    heading: "Before You Start The Work\nBefore You Start The Work",
    date: "It was sold in January and again in January to us.",
    shouted: "Read every WARNING here, and each WARNING there. A warning is no joke.",
  });
  expect(found).toEqual([]);
});

it("proposes nothing that is known already, however it is capitalised", () => {
  expect(proposalsOf({ a: "R-32 and HX-200" }, ["r-32"])).toEqual(["HX-200"]);
});
