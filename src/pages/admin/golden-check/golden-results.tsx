import { Box, VisuallyHidden } from "@mantine/core";
import { type GoldenComparison, unknownOf, worseOf } from "#commands/golden-run.ts";
import classes from "./golden-results.module.css";
import type { GoldenCheck } from "./use-golden-check.ts";

/** How far a check of golden questions is, and what gets better and worse by the change. */
export function GoldenResults({ check }: { check: GoldenCheck }) {
  const { report, isDone } = check;
  const { done, of, comparisons, failure } = report;
  const changed = [...worseOf(comparisons), ...betterOf(comparisons), ...unknownOf(comparisons)];
  return (
    <div className={classes.results}>
      <p role="status">
        {isDone ? doneWords(comparisons) : `Checking golden questions... ${done} of ${of}`}
      </p>
      {failure !== null && (
        <p role="alert" className={classes.failure}>
          {failureWords(of - done, failure)}
        </p>
      )}
      {changed.length > 0 && (
        <Box
          role="region"
          aria-label="Golden questions"
          tabIndex={0}
          className={classes.scroll ?? ""}
        >
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Golden question</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {changed.map((comparison) => (
                <Row key={comparison.question.id} comparison={comparison} />
              ))}
            </tbody>
          </table>
        </Box>
      )}
      {isDone && <p className={classes.cost}>{costWords(report.cost)}</p>}
    </div>
  );
}

const OUTCOME_WORDS = { kept: "Right", broken: "Broken", unknown: "Not checked" } as const;

function Row({ comparison }: { comparison: GoldenComparison }) {
  const { question, before, after } = comparison;
  return (
    <tr data-after={after}>
      <th scope="row">
        {question.question}
        {after === "broken" && before === "kept" && <VisuallyHidden> gets worse</VisuallyHidden>}
      </th>
      <td>{OUTCOME_WORDS[before]}</td>
      <td>{OUTCOME_WORDS[after]}</td>
    </tr>
  );
}

/** The questions whose answers are as expected only after the change. */
function betterOf(all: readonly GoldenComparison[]): GoldenComparison[] {
  return all.filter(({ before, after }) => before === "broken" && after === "kept");
}

/** What the check found, in one sentence. */
export function doneWords(all: readonly GoldenComparison[]): string {
  if (all.length === 0) return "No golden question was checked.";
  const worse = worseOf(all).length;
  const broken = all.filter(({ after }) => after === "broken").length;
  return `Of ${questionWords(all.length)}, ${worse} ${worse === 1 ? "gets" : "get"} worse and ${betterOf(all).length} better; ${broken} ${broken === 1 ? "is" : "are"} broken afterwards.`;
}

/** Says how many questions were not checked, and why. */
export function failureWords(unchecked: number, failure: string): string {
  return `${questionWords(unchecked)} could not be checked: ${failure}`;
}

/** What the check cost. */
function costWords(cost: number | null): string {
  if (cost === null) return "What the check cost is not known.";
  if (cost === 0) return "The check cost nothing.";
  const dollars = new Intl.NumberFormat("en", {
    style: "currency",
    currency: "USD",
    maximumFractionDigits: 4,
  });
  return `The check cost ${dollars.format(cost)}.`;
}

function questionWords(count: number): string {
  return count === 1 ? "1 golden question" : `${count} golden questions`;
}
