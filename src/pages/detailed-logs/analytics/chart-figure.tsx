import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import shared from "#features/administration/administration.module.css";
import classes from "./chart-figure.module.css";

/** The data of a chart as text; the first column contains the row names. */
export interface FigureTable {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A data series of a chart and its colour (CSS). */
export interface Series {
  name: string;
  label: string;
  color: string;
}

/** A chart, and the same figures as a table for people who prefer to read or hear them. */
export function ChartFigure(props: {
  title: string;
  series: readonly Series[];
  table: FigureTable;
  children: ReactNode;
}) {
  const { title, series, table, children } = props;
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
        <Box
          role="region"
          aria-label={`${title}, as a table`}
          tabIndex={0}
          className={classes.scroll ?? ""}
        >
          <table className={classes.table}>
            <thead>
              <tr>
                {table.columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map(([name, ...figures]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {figures.map((figure, at) => (
                    <td key={table.columns[at + 1]}>{figure}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Box>
      </details>
    </section>
  );
}
