import type { Source } from "@contracts/question.ts";

/** Where a passage stands: "Manual.pdf, p. 3". */
export function sourceWords({ file_name, page }: Pick<Source, "file_name" | "page">): string {
  return page === null ? file_name : `${file_name}, p. ${page}`;
}

/** An answer as it is copied: with what its numbers stand for below it. */
export function answerAsText(answer: string, sources: readonly Source[]): string {
  if (sources.length === 0) return answer;
  const list = sources.map((source, index) => `[${index + 1}] ${sourceWords(source)}`);
  return `${answer}\n\n${list.join("\n")}`;
}
