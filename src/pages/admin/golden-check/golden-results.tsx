import { VisuallyHidden } from "@mantine/core";
import { type GoldenComparison, selectUnchecked, selectWorse } from "#commands/golden-run.ts";
import shared from "#features/administration/administration.module.css";
import { ScrolledRegion } from "#features/administration/scrolled-region.tsx";
import classes from "./golden-results.module.css";
import type { GoldenCheck } from "./use-golden-check.ts";

/** How far a check of golden questions is, and what gets better and worse by the change. */
export function GoldenResults({ check }: { check: GoldenCheck }) {
  const { report, isDone } = check;
  const { done, of, comparisons, failure } = report;
  const changed = [
    ...selectWorse(comparisons),
    ...selectBetter(comparisons),
    ...selectUnchecked(comparisons),
  ];
  return (
    <div className={classes.results}>
      <p role="status">
        {isDone ? describeResult(comparisons) : `Checking golden questions... ${done} of ${of}`}
      </p>
      {failure !== null && (
        <p role="alert" className={classes.failure}>
          {describeFailure(of - done, failure)}
        </p>
      )}
      {changed.length > 0 && (
        <ScrolledRegion label="Golden questions" className={classes.scroll}>
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
        </ScrolledRegion>
      )}
      {isDone && <p className={shared.about}>{formatCost(report.cost)}</p>}
    </div>
  );
}

const OUTCOME_NAMES = { kept: "Right", broken: "Broken", unknown: "Not checked" } as const;

function Row({ comparison }: { comparison: GoldenComparison }) {
  const { question, before, after } = comparison;
  return (
    <tr data-after={after}>
      <th scope="row">
        {question.question}
        {after === "broken" && before === "kept" && <VisuallyHidden> gets worse</VisuallyHidden>}
      </th>
      <td>{OUTCOME_NAMES[before]}</td>
      <td>{OUTCOME_NAMES[after]}</td>
    </tr>
  );
}

/** The questions whose answers are as expected only after the change. */
function selectBetter(all: readonly GoldenComparison[]): GoldenComparison[] {
  return all.filter(({ before, after }) => before === "broken" && after === "kept");
}

/** The result of the check, in one sentence. */
function describeResult(all: readonly GoldenComparison[]): string {
  if (all.length === 0) return "No golden question was checked.";
  const worse = selectWorse(all).length;
  const broken = all.filter(({ after }) => after === "broken").length;
  return `Of ${formatQuestionCount(all.length)}, ${worse} ${worse === 1 ? "gets" : "get"} worse and ${selectBetter(all).length} better; ${broken} ${broken === 1 ? "is" : "are"} broken afterwards.`;
}

/** How many questions were not checked, and why. */
function describeFailure(unchecked: number, failure: string): string {
  return `${formatQuestionCount(unchecked)} could not be checked: ${failure}`;
}

function formatCost(cost: number | null): string {
  if (cost === null) return "What the check cost is not known.";
  if (cost === 0) return "The check cost nothing.";
  const dollars = new Intl.NumberFormat("en", {
    style: "currency",
    currency: "USD",
    maximumFractionDigits: 4,
  });
  return `The check cost ${dollars.format(cost)}.`;
}

function formatQuestionCount(count: number): string {
  return count === 1 ? "1 golden question" : `${count} golden questions`;
}
