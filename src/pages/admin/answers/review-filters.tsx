import type { AnswerToReview, ReviewCount } from "@contracts/answer-review.ts";
import { NativeSelect } from "@mantine/core";
import { Filters } from "#features/administration/filters.tsx";
import type { FindName } from "../knowledge-base/documents.ts";
import classes from "./answers.module.css";

/**
 * Which answers are shown: open or done, of a week, and of a document. Each choice of the last two shows
 * how many there are.
 */
export function ReviewFilters(props: {
  counts: readonly ReviewCount[];
  findName: FindName;
  week: string | null;
  fileId: string | null;
  done: boolean;
  /** Called with a chosen part of the address. */
  onChange: (chosen: Record<string, string | null>) => void;
}) {
  const { counts, findName, week, fileId, done, onChange } = props;
  const weeks = counts
    .filter((count) => count.file_id === null)
    .map((count) => ({
      value: count.week,
      label: `${formatWeek(count.week)}: ${formatCounts(count)}`,
    }));
  const files = byFile(counts, week);
  return (
    <Filters values={[done ? DONE : null, week, fileId]} className={classes.filters}>
      <NativeSelect
        label="Status"
        value={done ? DONE : ""}
        onChange={({ currentTarget: { value } }) => onChange({ status: value || null })}
        data={[
          { value: "", label: "Open" },
          { value: DONE, label: "Done" },
        ]}
      />
      <NativeSelect
        label="Week"
        value={week ?? ""}
        onChange={({ currentTarget: { value } }) => onChange({ week: value || null })}
        data={[
          { value: "", label: "All weeks" },
          ...weeks,
          // The address can name a week without answers.
          ...(week === null || weeks.some(({ value }) => value === week)
            ? []
            : [{ value: week, label: formatWeek(week) }]),
        ]}
      />
      <NativeSelect
        label="Document"
        value={fileId ?? ""}
        onChange={({ currentTarget: { value } }) => onChange({ document: value || null })}
        data={[
          { value: "", label: "All documents" },
          ...[...files].map(([id, wrong]) => ({
            value: id,
            label: `${findName(id)}: ${formatCounts({ found_nothing: 0, asked: 0, wrong })}`,
          })),
          ...(fileId === null || files.has(fileId)
            ? []
            : [{ value: fileId, label: findName(fileId) }]),
        ]}
      />
    </Filters>
  );
}

/** How many answers that rest on each document were marked as wrong, most first. */
function byFile(counts: readonly ReviewCount[], week: string | null): Map<string, number> {
  const files = new Map<string, number>();
  for (const count of counts) {
    if (count.file_id === null || (week !== null && count.week !== week)) continue;
    files.set(count.file_id, (files.get(count.file_id) ?? 0) + count.wrong);
  }
  return new Map([...files].sort(([, a], [, b]) => b - a));
}

export function describeQuestion({ question }: Pick<AnswerToReview, "question">): string {
  return question || "A question that is not known any more";
}

/** The value of `status` in the address for the done ones. */
export const DONE = "done";

export const MARKED_WRONG = "Marked wrong";

/** Why an answer is to be looked at. */
export function reviewMarks({ found_nothing, verdict }: AnswerToReview): string[] {
  return [
    ...(found_nothing ? ["Found nothing"] : []),
    ...(verdict === "asked" ? ["Asked the office"] : []),
    ...(verdict === "wrong" ? [MARKED_WRONG] : []),
  ];
}

/** "Week of 5 Jan 2026"; the week is its Monday, `yyyy-MM-dd`, in UTC. */
function formatWeek(week: string): string {
  const day = new Date(`${week}T00:00:00Z`).toLocaleDateString(undefined, {
    dateStyle: "medium",
    timeZone: "UTC",
  });
  return `Week of ${day}`;
}

/** "3 found nothing, 1 asked the office, 2 marked wrong" */
function formatCounts({
  found_nothing,
  asked,
  wrong,
}: Pick<ReviewCount, "found_nothing" | "asked" | "wrong">) {
  return [
    ...(found_nothing > 0 ? [`${found_nothing} found nothing`] : []),
    ...(asked > 0 ? [`${asked} asked the office`] : []),
    ...(wrong > 0 ? [`${wrong} marked wrong`] : []),
  ].join(", ");
}
