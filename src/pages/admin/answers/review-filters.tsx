import type { ReviewCount } from "@contracts/answer-review.ts";
import { NativeSelect } from "@mantine/core";
import { useMemo } from "react";
import type { FindName } from "../knowledge-base/documents.ts";
import classes from "./answers-panel.module.css";
import { formatCounts, formatWeek } from "./review-texts.ts";

/** Which answers are shown: of a week, and of a document. Each choice shows how many there are. */
export function ReviewFilters(props: {
  counts: readonly ReviewCount[];
  findName: FindName;
  week: string | null;
  fileId: string | null;
  onChange: (chosen: { week?: string | null; fileId?: string | null }) => void;
}) {
  const { counts, findName, week, fileId, onChange } = props;
  const weeks = useMemo(() => counts.filter((count) => count.file_id === null), [counts]);
  const files = useMemo(() => byFile(counts, week), [counts, week]);
  return (
    <div className={classes.filters}>
      <NativeSelect
        label="Week"
        value={week ?? ""}
        onChange={({ currentTarget: { value } }) => onChange({ week: value || null })}
        data={[
          { value: "", label: "All weeks" },
          ...weeks.map((count) => ({
            value: count.week,
            label: `${formatWeek(count.week)}: ${formatCounts(count)}`,
          })),
          // The address can name a week without answers.
          ...(week === null || weeks.some((count) => count.week === week)
            ? []
            : [{ value: week, label: formatWeek(week) }]),
        ]}
      />
      <NativeSelect
        label="Document"
        value={fileId ?? ""}
        onChange={({ currentTarget: { value } }) => onChange({ fileId: value || null })}
        data={[
          { value: "", label: "All documents" },
          ...[...files].map(([id, wrong]) => ({
            value: id,
            label: `${findName(id)}: ${formatCounts({ found_nothing: 0, wrong })}`,
          })),
          ...(fileId === null || files.has(fileId)
            ? []
            : [{ value: fileId, label: findName(fileId) }]),
        ]}
      />
    </div>
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
