import { AGENT_IDS, AGENTS, agentPage } from "@contracts/agent.ts";
import { ChevronRight } from "lucide-react";
import { Link, Navigate } from "react-router-dom";
import { useShownIdentity } from "#session/pin.ts";
import { AGENT_ICONS } from "#ui/agent-icons.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { PageHeading } from "#ui/page-heading.tsx";
import classes from "./dashboard-page.module.css";

const OfflineUse = lazyWhenIdle(async () => {
  return (await import("#features/offline-use/offline-use.tsx")).OfflineUse;
});

/**
 * The start page of a technician: one card per agent. An administrator is sent to the admin page.
 */
export function DashboardPage() {
  const identity = useShownIdentity();
  const name = identity?.fullName ?? "Agent";
  if (identity?.role === "admin") return <Navigate to="/admin" replace />;
  return (
    <>
      <PageHeading title="Home" />
      <div className={classes.greeting}>
        <h2 className={classes.welcome}>Welcome, {name}</h2>
        <p className={classes.headline}>
          <span className={classes.half}>Free Your Mind /</span>{" "}
          <span className={classes.half}>Let Your Agents Do the Rest</span>
        </p>
        <div className={classes.status}>
          <OfflineUse />
        </div>
      </div>
      <ul className={classes.cards}>
        {AGENT_IDS.filter((agent) => AGENTS[agent].atHome).map((agent) => {
          const { name: agentName, does } = AGENTS[agent];
          const Icon = AGENT_ICONS[agent];
          return (
            <li key={agent}>
              <Link to={agentPage(agent)} className={classes.card}>
                <span className={classes.icon}>
                  <Icon size={30} aria-hidden />
                </span>
                <span className={classes.text}>
                  <span className={classes.name}>{agentName}</span>
                  <span className={classes.does}>{does}</span>
                </span>
                <ChevronRight size={24} aria-hidden className={classes.go} />
              </Link>
            </li>
          );
        })}
      </ul>
    </>
  );
}
