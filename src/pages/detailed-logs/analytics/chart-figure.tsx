import type { ReactNode } from "react";
import shared from "#features/administration/administration.module.css";
import { ScrolledRegion } from "#features/administration/scrolled-region.tsx";
import classes from "./chart-figure.module.css";

/** A data series of a chart and its colour (CSS). */
interface Series {
  name: string;
  label: string;
  color: string;
}

/** The figures of a chart. */
export interface ChartFigures {
  title: string;
  series: Series[];
  /** What the rows are. */
  head: "Day" | "Agent";
  /** The name of each row, and its figure of each series. */
  data: { [series: string]: string | number | null | undefined; name: string }[];
  /** A figure as text; null is an unknown one. */
  format: (figure: number | null) => string;
}

/** A chart, and the same figures as a table for people who prefer to read or hear them. */
export function ChartFigure(props: ChartFigures & { children: ReactNode }) {
  const { title, series, head, data, format, children } = props;
  const cell = (figure: unknown) => format(typeof figure === "number" ? figure : null);
  return (
    <section className={`${shared.card} ${classes.figure}`} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <div aria-hidden>
        {/* Not the chart's own legend: it would take its height from the plot. */}
        <ul className={classes.legend}>
          {series.map(({ name, label, color }) => (
            <li key={name} className={classes.key}>
              <span className={classes.swatch} style={{ background: color }} />
              {label}
            </li>
          ))}
        </ul>
        {children}
      </div>
      <details>
        <summary className={classes.open}>Show as a table</summary>
        <ScrolledRegion label={`${title}, as a table`} className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{head}</th>
                {series.map(({ name, label }) => (
                  <th key={name} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.map((row) => (
                <tr key={row.name}>
                  <th scope="row">{row.name}</th>
                  {series.map(({ name }) => (
                    <td key={name}>{cell(row[name])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrolledRegion>
      </details>
    </section>
  );
}
