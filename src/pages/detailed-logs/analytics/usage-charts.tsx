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
import { ChartFigure, type ChartFigures } from "./chart-figure.tsx";
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
  dataKey: "name",
  tickLine: "none",
  strokeDasharray: "3 4",
} as const;

/**
 * The axes of a chart with one value per day.
 * @param format the text of a figure at the side, as short as possible
 */
function dayAxis(format: (figure: number) => string, more: { allowDecimals?: false } = {}) {
  return {
    xAxisProps: { minTickGap: 24, interval: "equidistantPreserveStart" as const },
    yAxisProps: { tickFormatter: format, width: 56, ...more },
  };
}

/** A chart of bars, on which the series are stacked. */
function Bars(props: ChartFigures & Partial<Omit<BarChartProps, keyof ChartFigures>>) {
  const { title, series, head, data, format, ...chart } = props;
  return (
    <ChartFigure {...{ title, series, head, data, format }}>
      <BarChart
        {...COMMON}
        {...chart}
        {...{ data, series }}
        type="stacked"
        valueFormatter={format}
      />
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
      byAgent: requestsPerAgent(usage, days, AGENTS).map(({ agent, ...figures }) => ({
        name: agentName(agent),
        ...figures,
      })),
      times: perDay((row) => row.avg_response_time_ms, null),
      tokens: perDay((row) => row.total_tokens_used, 0),
      costs: perDay(knownCost, 0),
    };
  }, [usage, day]);
  return (
    <section aria-labelledby="last-days" className={classes.charts}>
      <h2 id="last-days" className={`${shared.title} ${classes.chartsTitle}`}>
        Last 30 days
      </h2>
      <Bars
        title="Requests and failures a day"
        series={BY_OUTCOME}
        head="Day"
        data={data.requests}
        format={formatCount}
        {...dayAxis(compact.format, { allowDecimals: false })}
      />
      <Bars
        title="Requests by agent"
        series={BY_OUTCOME}
        head="Agent"
        data={data.byAgent}
        format={formatCount}
        orientation="vertical"
        gridAxis="y"
        xAxisProps={{ allowDecimals: false }}
        yAxisProps={{ width: 112 }}
        maxBarWidth={28}
      />
      <ChartFigure
        title="Average response time (ms)"
        series={BY_AGENT}
        head="Day"
        data={data.times}
        format={(time) => (time === null ? "–" : formatMilliseconds(time))}
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
        head="Day"
        data={data.tokens}
        format={formatCount}
        {...dayAxis(compact.format)}
      />
      <Bars
        title="Estimated cost"
        series={BY_AGENT}
        head="Day"
        data={data.costs}
        format={formatCost}
        {...dayAxis(compactDollars.format)}
      />
    </section>
  );
}

/** A day's figures, named by the date as people read it. */
function withDate<Figures extends { day: string }>({ day, ...figures }: Figures) {
  return { ...figures, name: formatShortDay(day) };
}

const formatCount = (count: number | null) => formatFigure(count ?? 0);
