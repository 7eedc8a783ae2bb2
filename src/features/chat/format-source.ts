import type { Source } from "@contracts/question.ts";

/** The place of a passage: "Manual.pdf, p. 3". */
export function formatSource({ file_name, page }: Pick<Source, "file_name" | "page">): string {
  return page === null ? file_name : `${file_name}, p. ${page}`;
}

/** An answer as copied text, with the list of its sources below it. */
export function answerAsText(answer: string, sources: readonly Source[]): string {
  if (sources.length === 0) return answer;
  const list = sources.map((source, index) => `[${index + 1}] ${formatSource(source)}`);
  return `${answer}\n\n${list.join("\n")}`;
}
