import { AGENT_IDS, AGENTS, agentPage } from "@contracts/agent.ts";
import { Box, Text } from "@mantine/core";
import { ChevronRight, Mic, Search } from "lucide-react";
import type { FormEvent } from "react";
import { Link, Navigate, useNavigate } from "react-router-dom";
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

const CLOSED: Record<ClosedBecause, string> = {
  "no-access": "You don't have access yet.",
  "no-company": "You need to be assigned to a company.",
};

/**
 * The start page: Record, a search of the history, one card for each of three agents, and the last work.
 * An administrator has the admin page instead.
 */
export function DashboardPage() {
  const identity = useShownIdentity();
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
      <SearchHistory />
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
  );
}

/** Searches everything that the person has made. */
function SearchHistory() {
  const navigate = useNavigate();

  function search(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const query = new FormData(event.currentTarget).get("search");
    navigate(`/history?search=${encodeURIComponent(String(query))}`);
  }

  return (
    <search>
      <form className={classes.search} onSubmit={search}>
        <input
          type="search"
          name="search"
          required
          aria-label="Search your history"
          placeholder="Search your history"
          enterKeyHint="search"
        />
        <button type="submit" aria-label="Search">
          <Search size={22} aria-hidden />
        </button>
      </form>
    </search>
  );
}
