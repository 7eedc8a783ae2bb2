import { OUTPUT_SUMMARY_LIMIT } from "@contracts/agent-log.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readableText } from "./readable-text.ts";

const answer = (markdown: string) => readableText(markdown, true);

/** The readable text of an answer that the log cut directly after `end`. */
function cutBehind(end: string): string {
  const before = "word ".repeat(OUTPUT_SUMMARY_LIMIT).slice(0, OUTPUT_SUMMARY_LIMIT - end.length);
  const text = `${before.slice(0, -1)}\n`;
  return answer(text + end).slice(text.trimEnd().length);
}

describe("an answer in the history", () => {
  it("keeps its paragraphs, lists and line ends, and removes its Markdown marks", () => {
    const markdown = [
      "## Fault **K17**",
      "The _float switch_ is open [1][2]. Check:",
      "",
      "1. Isolate the `main` supply [1].",
      "2. Wait **five** minutes.",
      "   - No light",
      "   - No hum",
      "",
      "> Do not open",
      "> the cabinet.",
      "",
      "See [the manual](https://example.com), ![a picture](p.png).\\",
      "Done.",
      "",
      "---",
    ].join("\n");
    expect(answer(markdown)).toBe(
      [
        "Fault K17",
        "The float switch is open. Check:",
        "1. Isolate the main supply.",
        "2. Wait five minutes.",
        "  • No light",
        "  • No hum",
        "",
        "Do not open",
        "the cabinet.",
        "",
        "See the manual, a picture.",
        "Done.",
      ].join("\n"),
    );
  });

  it.each([
    "Use an M8*25 bolt, 5 * 3 mm, part no_4_b, at -40 °C.",
    "No. 3. is the terminal, # 5 the wire; torque < 20 & > 10 Nm.",
    "Terminal [A], [123] and (1).",
    "<b>Careful</b>",
  ])("keeps text that only looks like marks: %s", (text) => {
    expect(answer(text)).toBe(text);
  });

  it("keeps numbers in brackets if the answer cites nothing", () => {
    expect(readableText("**Terminal** [3] is loose.", false)).toBe("Terminal [3] is loose.");
  });

  it.each([
    ["so **isolate the", "so isolate the"],
    ["so **isolate*", "so isolate"],
    ["so `isolate", "so isolate"],
    ["so isolate [1", "so isolate"],
    ["see [the manual](https://exam", "see the manual"],
    ["an M8*25", "an M8*25"],
  ])("shows no half mark after a cut by the log: %s", (end, shown) => {
    expect(cutBehind(end)).toBe(`\n${shown}`);
  });

  it.each(["#", "## ", "-", "* ", "1.", "12. "])("shows no lone %j after a cut", (end) => {
    expect(cutBehind(end)).toBe("");
  });

  it("shows no asterisks when an answer in bold is cut at any place", () => {
    const markdown = "**Isolate** the supply, *then* **wait [1]**. ".repeat(30);
    fc.assert(
      fc.property(fc.nat({ max: 60 }), (shift) => {
        const cut = `${"x".repeat(shift)} ${markdown}`.slice(0, OUTPUT_SUMMARY_LIMIT);
        expect(answer(cut)).not.toMatch(/[*[\]]/);
      }),
    );
  });
});
