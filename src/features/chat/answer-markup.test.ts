import type { Source } from "@contracts/question.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Named } from "../manuals/document-titles.ts";
import { AnswerMarkdown } from "./answer-markdown.tsx";
import { answerAsText } from "./source-chip.tsx";

const SOURCES: Named<Source>[] = [
  { file_id: "f", file_name: "Manual.pdf", page: 3, chunk_no: 0, quote: "Close it." },
  { file_id: "g", file_name: "Rules.md", page: null, chunk_no: 4, quote: "Wait." },
].map((source, at) => ({ ...source, name: at === 0 ? "Manual · p. 3" : "Rules" }));

const markup = (text: string): string =>
  renderToStaticMarkup(AnswerMarkdown({ text, sources: SOURCES }));

it("an answer's text turns citations into buttons, and leaves numbers without a source as text", () => {
  const html = markup("Close the valve [1] and **wait [2]**. Not [3], not `[1]`.");
  expect(html).toContain('aria-label="Source 1: Manual · p. 3"');
  expect(html).toContain('aria-label="Source 2: Rules"');
  expect(html).toContain("Not [3], not <code>[1]</code>");
  expect(html.match(/<button/g)).toHaveLength(2);
  expect(markup("Both [1][2].").match(/<button/g)).toHaveLength(2);
});

it("an answer's text marks the note that a sentence is not in the documents, and nothing else", () => {
  const html = markup("Wait 9 minutes. (not found in the documents) Close it [1].");
  expect(html).toContain("Wait 9 minutes. <mark>(not found in the documents)</mark> Close it");
  expect(html.match(/<mark>/g)).toHaveLength(1);
  expect(markup("<mark>Wait</mark> `(not found in the documents)`")).not.toContain("<mark>");
});

it.each([
  ["HTML", '<img src=x onerror="alert(1)"> <script>a()</script> <b>b</b>', "&lt;script&gt;"],
  ["the words of a picture", "![The board](https://example.com/x.png)", "The board"],
  ["a heading", "# One\n\n#### Two", "One"],
])("an answer's text shows %s as plain text, and loads nothing", (_, text, shown) => {
  const html = markup(text);
  expect(html).not.toMatch(/<(img|script|b|h\d)\b|example\.com/);
  expect(html).toContain(shown);
});

it.each([
  ...["javascript:alert(1)", "data:text/html,x", "/dashboard", "//example.com", "vbscript:x"],
  ...["https://maker.example@example.com", "http://a:b@example.com", "https://"],
  "ftp://a.example",
])("an answer's text makes no link of %s", (address) => {
  const html = markup(`[here](${address})`);
  expect(html).not.toMatch(/<(a|button)\b/);
  expect(html).toContain("here");
});

it.each([
  ["https://example.com/a?b=1", "example.com"],
  ["http://example.com:8080", "example.com:8080"],
  ["https://EXAMPLE.com./", "example.com."],
  ["https://exаmple.com/", "xn--exmple-4nf.com"],
  ["mailto:a@b.example?subject=x", "a@b.example"],
  ["tel:+4930", "+4930"],
])("an answer's text shows the host %s of a link, and asks before it opens it", (address, host) => {
  const html = markup(`[here](${address})`);
  expect(html).toMatch(/<button type="button" class="[^"]+">here<\/button>/);
  expect(html).toContain(`(${host})</span>`);
  expect(html).not.toContain("<a");
  expect(markup(`<${address}>`)).toContain(`(${host})</span>`);
});

it("is copied together with the list of its sources", () => {
  expect(answerAsText("Close it [1].", SOURCES)).toBe(
    "Close it [1].\n\n[1] Manual · p. 3\n[2] Rules",
  );
  expect(answerAsText("Nothing.", [])).toBe("Nothing.");
});
