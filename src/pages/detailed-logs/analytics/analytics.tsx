import type { UsageAnalytics } from "@contracts/usage-analytics.ts";
import shared from "#features/administration/administration.module.css";
import { agentName } from "#features/administration/logs/chosen-logs.ts";
import { AsOf } from "#features/administration/notices.tsx";
import { ScrolledRegion } from "#features/administration/scrolled-region.tsx";
import {
  ListPlaceholder,
  type ListTexts,
  RefreshNotice,
} from "#features/lists/list-placeholder.tsx";
import { useServerList } from "#features/lists/use-list.ts";
import { USAGE_ANALYTICS } from "#mirror/person/lists/usage-analytics.ts";
import { formatUsageDay, usageFacts } from "../format-figures.ts";
import classes from "./analytics.module.css";
import { UsageCharts } from "./usage-charts.tsx";

/**
 * Statistics of the agent requests: charts of the last days, and a card per day and agent.
 * @param props.placeholder shown until the code and the data are loaded
 */
export function Analytics(props: { placeholder: { words: ListTexts; rowHeight: number } }) {
  const { rows: usage = [], state } = useServerList(USAGE_ANALYTICS, null);
  const { refreshed } = state;
  const isKnown = usage.length > 0 && typeof refreshed === "number";
  return (
    <div className={isKnown ? classes.analytics : undefined}>
      <AsOf refreshed={refreshed} />
      <RefreshNotice state={state} />
      {isKnown ? (
        <>
          {/* The charts end on the day of the last answer: later days are unknown. */}
          <UsageCharts usage={usage} until={refreshed} />
          <UsageCards usage={usage} />
        </>
      ) : (
        <ListPlaceholder state={state} {...props.placeholder} />
      )}
    </div>
  );
}

/** How many of the latest cards are shown. */
const CARDS = 30;

/** One card per day and agent, the latest day first. */
function UsageCards(props: { usage: readonly UsageAnalytics[] }) {
  return (
    <section aria-labelledby="by-day">
      <h2 id="by-day" className={`${shared.title} ${classes.cardsTitle}`}>
        By agent and day
      </h2>
      <ScrolledRegion label="Analytics by agent and day" className={classes.scroll}>
        <ul className={classes.list}>
          {props.usage.slice(0, CARDS).map((usage) => (
            <li key={`${usage.usage_date} ${usage.agent_type}`}>
              <article className={`${shared.card} ${classes.card}`}>
                <header className={shared.head} data-words>
                  <h3 className={classes.agent}>{agentName(usage.agent_type)}</h3>
                  <time className={shared.facts} dateTime={usage.usage_date}>
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
      </ScrolledRegion>
    </section>
  );
}
