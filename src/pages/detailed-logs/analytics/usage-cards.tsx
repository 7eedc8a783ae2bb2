import type { UsageAnalytics } from "@contracts/usage-analytics.ts";
import { Box } from "@mantine/core";
import { agentName } from "#features/administration/logs/agent-name.ts";
import { formatUsageDay, usageFacts } from "./format-usage.ts";
import classes from "./usage-cards.module.css";

/** How many of the latest cards are shown. */
const CARDS = 30;

/** One card per day and agent, the latest day first. */
export function UsageCards(props: { usage: readonly UsageAnalytics[] }) {
  const shown = props.usage.slice(0, CARDS);
  return (
    <section aria-labelledby="by-day">
      <h2 id="by-day" className={classes.title}>
        By agent and day
      </h2>
      <Box
        role="region"
        aria-label="Analytics by agent and day"
        tabIndex={0}
        className={classes.scroll ?? ""}
      >
        <ul className={classes.list}>
          {shown.map((usage) => (
            <li key={`${usage.usage_date} ${usage.agent_type}`}>
              <article className={classes.card}>
                <header className={classes.head}>
                  <h3 className={classes.agent}>{agentName(usage.agent_type)}</h3>
                  <time className={classes.day} dateTime={usage.usage_date}>
                    {formatUsageDay(usage.usage_date)}
                  </time>
                </header>
                <dl className={classes.facts}>
                  {usageFacts(usage).map(([term, value]) => (
                    <div key={term}>
                      <dt>{term}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              </article>
            </li>
          ))}
        </ul>
      </Box>
    </section>
  );
}
