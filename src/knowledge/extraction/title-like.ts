const LONGEST_TITLE = 80;

/** Whether a line that stands alone reads like a heading where the file itself does not say. */
export function isTitleLike(line: string): boolean {
  const text = line.trim();
  return (
    text.length <= LONGEST_TITLE &&
    /^(\d+(\.\d+)*[.)]?\s+)?\p{Lu}/u.test(text) &&
    !/[.,;:!?]$/.test(text) &&
    !text.includes("\t")
  );
}
