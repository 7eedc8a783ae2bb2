import { AGENT_IDS, AGENTS, agentPage } from "@contracts/agent.ts";
import { Box, Text } from "@mantine/core";
import { ChevronRight, Mic, Search } from "lucide-react";
import { useRef, useState } from "react";
import { Link, Navigate, useLocation } from "react-router-dom";
import { type ClosedBecause, closedBecause } from "#session/closed-agents.ts";
import { useShownIdentity } from "#session/pin.ts";
import { AGENT_ICONS } from "#ui/agent-icons.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { PageHeading } from "#ui/page-heading.tsx";
import classes from "./dashboard-page.module.css";

const OfflineUse = lazyWhenIdle(async () => {
  return (await import("#features/offline-use/offline-use.tsx")).OfflineUse;
});

const RecentWork = lazyWhenIdle(async () => (await import("./recent-work.tsx")).RecentWork);

const SearchResults = lazyWhenIdle(
  async () => (await import("./search-results.tsx")).SearchResults,
);

const CLOSED: Record<ClosedBecause, string> = {
  "no-access": "You don't have access yet.",
  "no-company": "You need to be assigned to a company.",
};

/**
 * The start page: Record, a search of the history and the manuals, one card for each of three agents,
 * and the last work. An administrator has the admin page instead.
 */
export function DashboardPage() {
  const identity = useShownIdentity();
  const { key, search: address } = useLocation();
  const [shownKey, setShownKey] = useState("");
  const [query, setQuery] = useState("");
  const found = useRef<HTMLDivElement>(null);
  if (key !== shownKey) {
    // The way back brings the search again; a tap on Home ends it.
    setShownKey(key);
    setQuery(new URLSearchParams(address).get("search") ?? "");
  }
  function search(text: string): void {
    setQuery(text);
    // Without the router, which would draw the page again for each key.
    history.replaceState(history.state, "", `?search=${encodeURIComponent(text)}`);
  }
  const name = identity?.fullName ?? "Agent";
  const role = identity?.role;
  if (role === "admin") return <Navigate to="/admin" replace />;
  const closed = (agent: (typeof AGENT_IDS)[number]) =>
    identity === null ? null : closedBecause(identity, agent);
  const asks = role === "field_tech" ? " Ask your administrator." : "";
  const nothingYet = role === "field_tech" && AGENT_IDS.every((agent) => closed(agent) !== null);
  return (
    <>
      <PageHeading title="Home" />
      <Box mt="0.5rem" mb="1.25rem">
        <Text component="h2" c="dimmed" fz="lg" fw={600}>
          Welcome, {name}
        </Text>
        <p className={classes.headline}>
          <span className={classes.half}>Free Your Mind /</span>{" "}
          <span className={classes.half}>Let Your Agents Do the Rest</span>
        </p>
        {/* It has its place from the start, so that nothing moves when its text appears. */}
        <Box mt="0.75rem" mih="1.5rem">
          <OfflineUse />
        </Box>
      </Box>
      {nothingYet && (
        <p className={classes.nothing}>
          You can't use an agent yet. Ask your administrator to add you to your company and to give
          you access.
        </p>
      )}
      {closed("voice") === null && (
        <Link
          to={agentPage("voice")}
          state={{ record: true }}
          data-agent="voice"
          className={classes.record}
        >
          <Mic size={36} aria-hidden />
          Record
        </Link>
      )}
      <search>
        <form
          className={classes.search}
          onSubmit={(event) => {
            event.preventDefault();
            // A phone's keyboard would cover what was found.
            found.current?.focus();
          }}
        >
          <input
            type="search"
            required
            aria-label="Search history and manuals"
            placeholder="Search history and manuals"
            enterKeyHint="search"
            value={query}
            onChange={({ currentTarget }) => search(currentTarget.value)}
          />
          <button type="submit" aria-label="Search">
            <Search size={22} aria-hidden />
          </button>
        </form>
      </search>
      {query.trim() === "" ? (
        <>
          <ul className={classes.cards}>
            {AGENT_IDS.filter((agent) => AGENTS[agent].atHome).map((agent) => {
              const reason = closed(agent);
              const Icon = AGENT_ICONS[agent];
              const content = (
                <>
                  <span className={classes.icon}>
                    <Icon size={24} aria-hidden />
                  </span>
                  <span className={classes.text}>
                    <Text span fw={650}>
                      {AGENTS[agent].name}
                    </Text>
                    <Text span c="dimmed" fz="sm">
                      {AGENTS[agent].does}
                    </Text>
                    {reason !== null && !nothingYet && (
                      <Text span mt="0.25rem" fz="sm" fw={600}>
                        {CLOSED[reason]}
                        {asks}
                      </Text>
                    )}
                  </span>
                </>
              );
              return (
                <li key={agent} data-agent={agent}>
                  {reason === null ? (
                    <Link to={agentPage(agent)} className={classes.card}>
                      {content}
                      <ChevronRight size={20} aria-hidden className={classes.go} />
                    </Link>
                  ) : (
                    <div className={classes.card} data-closed>
                      {content}
                    </div>
                  )}
                </li>
              );
            })}
          </ul>
          <RecentWork />
        </>
      ) : (
        <div ref={found} tabIndex={-1} className={classes.found}>
          <SearchResults query={query} onQuery={search} />
        </div>
      )}
    </>
  );
}
