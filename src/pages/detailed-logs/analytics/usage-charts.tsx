import "@mantine/core/styles/ColorSwatch.layer.css";
import "@mantine/charts/styles.layer.css";
import type { UsageAnalytics } from "@contracts/usage-analytics.ts";
import { BarChart, type BarChartProps, LineChart } from "@mantine/charts";
import { useMemo } from "react";
import shared from "#features/administration/administration.module.css";
import { agentName, LOGGED_AGENTS } from "#features/administration/logs/chosen-logs.ts";
import {
  formatCost,
  formatFigure,
  formatMilliseconds,
  formatShortDay,
  knownCost,
} from "../format-figures.ts";
import classes from "./analytics.module.css";
import { ChartFigure, type FigureTable, type Series } from "./chart-figure.tsx";
import { figurePerDay, lastDays, requestsPerAgent, requestsPerDay } from "./daily-figures.ts";

const AGENTS = LOGGED_AGENTS.map(({ agent }) => agent);

const BY_OUTCOME = [
  { name: "successful", label: "Successful", color: "var(--chart-successful)" },
  { name: "failed", label: "Failed", color: "var(--chart-failed)" },
];
const BY_AGENT = LOGGED_AGENTS.map(({ agent, name }) => ({
  name: agent,
  label: name,
  color: `var(--chart-${agent})`,
}));

const compact = new Intl.NumberFormat(undefined, { notation: "compact" });
const compactDollars = new Intl.NumberFormat(undefined, {
  style: "currency",
  currency: "USD",
  maximumSignificantDigits: 2,
});

/**
 * The options of every chart. `accessibilityLayer` is off because screen readers read the table
 * with the same figures instead.
 */
const COMMON = {
  h: 240,
  accessibilityLayer: false,
  tickLine: "none",
  strokeDasharray: "3 4",
} as const;

/**
 * The axes of a chart with one value per day.
 * @param format the text of a figure at the side, as short as possible
 */
function dayAxis(format: (figure: number) => string, more: { allowDecimals?: false } = {}) {
  return {
    dataKey: "day",
    xAxisProps: { minTickGap: 24, interval: "equidistantPreserveStart" as const },
    yAxisProps: { tickFormatter: format, width: 56, ...more },
  };
}

/** Requests as a table: a row for each day, or for each agent. */
function perOutcome<Row extends { successful: number; failed: number }>(
  head: string,
  rows: readonly Row[],
  name: (row: Row) => string,
) {
  return {
    columns: [head, "Successful", "Failed"],
    rows: rows.map((row) => [name(row), formatFigure(row.successful), formatFigure(row.failed)]),
  };
}

/** A day's figures with the date as people read it. */
function withDate<Figures extends { day: string }>(figures: Figures): Figures {
  return { ...figures, day: formatShortDay(figures.day) };
}

/** A chart of bars, on which the series are stacked. */
function Bars(
  props: Omit<BarChartProps, "title" | "series"> & {
    title: string;
    series: Series[];
    table: FigureTable;
  },
) {
  const { title, series, table, ...chart } = props;
  return (
    <ChartFigure title={title} series={series} table={table}>
      <BarChart {...COMMON} {...chart} type="stacked" series={series} />
    </ChartFigure>
  );
}

/**
 * Charts of the requests, failures, response times, tokens and cost of the last days, by agent.
 * @param props.until the last of these days (epoch ms)
 */
export function UsageCharts(props: { usage: readonly UsageAnalytics[]; until: number }) {
  const { usage, until } = props;
  const day = new Date(until).toISOString().slice(0, 10);
  const data = useMemo(() => {
    const days = lastDays(Date.parse(day));
    const perDay = (figure: (row: UsageAnalytics) => number | null, absent: 0 | null) =>
      figurePerDay(usage, days, AGENTS, figure, absent).map(withDate);
    return {
      requests: requestsPerDay(usage, days).map(withDate),
      byAgent: requestsPerAgent(usage, days, AGENTS).map((row) => ({
        ...row,
        agent: agentName(row.agent),
      })),
      times: perDay((row) => row.avg_response_time_ms, null),
      tokens: perDay((row) => row.total_tokens_used, 0),
      costs: perDay(knownCost, 0),
    };
  }, [usage, day]);
  const perAgent = (rows: typeof data.times, words: (figure: number | null) => string) => ({
    columns: ["Day", ...LOGGED_AGENTS.map(({ name }) => name)],
    rows: rows.map((row) => [row.day, ...AGENTS.map((agent) => words(row[agent] ?? null))]),
  });
  return (
    <section aria-labelledby="last-days" className={classes.charts}>
      <h2 id="last-days" className={`${shared.title} ${classes.chartsTitle}`}>
        Last 30 days
      </h2>
      <Bars
        title="Requests and failures a day"
        series={BY_OUTCOME}
        table={perOutcome("Day", data.requests, ({ day }) => day)}
        {...dayAxis(compact.format, { allowDecimals: false })}
        data={data.requests}
        valueFormatter={formatFigure}
      />
      <Bars
        title="Requests by agent"
        series={BY_OUTCOME}
        table={perOutcome("Agent", data.byAgent, ({ agent }) => agent)}
        orientation="vertical"
        gridAxis="y"
        dataKey="agent"
        xAxisProps={{ allowDecimals: false }}
        yAxisProps={{ width: 112 }}
        maxBarWidth={28}
        data={data.byAgent}
        valueFormatter={formatFigure}
      />
      <ChartFigure
        title="Average response time (ms)"
        series={BY_AGENT}
        table={perAgent(data.times, (time) => (time === null ? "–" : formatMilliseconds(time)))}
      >
        <LineChart
          {...COMMON}
          {...dayAxis(compact.format)}
          data={data.times}
          series={BY_AGENT}
          curveType="linear"
          connectNulls={false}
          dotProps={{ r: 3 }}
          valueFormatter={formatMilliseconds}
        />
      </ChartFigure>
      <Bars
        title="Tokens"
        series={BY_AGENT}
        table={perAgent(data.tokens, (count) => formatFigure(count ?? 0))}
        {...dayAxis(compact.format)}
        data={data.tokens}
        valueFormatter={formatFigure}
      />
      <Bars
        title="Estimated cost"
        series={BY_AGENT}
        table={perAgent(data.costs, formatCost)}
        {...dayAxis(compactDollars.format)}
        data={data.costs}
        valueFormatter={formatCost}
      />
    </section>
  );
}
