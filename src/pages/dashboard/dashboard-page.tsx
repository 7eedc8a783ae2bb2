import { ChevronRight } from "lucide-react";
import { Link, Navigate } from "react-router-dom";
import { useShownIdentity } from "#session/pin.ts";
import { AGENTS } from "#ui/agents.ts";
import { onceAtRest } from "#ui/once-at-rest.tsx";
import { PageHeading } from "#ui/page-heading.tsx";
import classes from "./dashboard-page.module.css";

const OfflineUse = onceAtRest(async () => {
  return (await import("#features/offline-use/offline-use.tsx")).OfflineUse;
});

/** Where a technician starts: one card for each agent. An administrator starts elsewhere. */
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
        <div className={classes.standing}>
          <OfflineUse />
        </div>
      </div>
      <ul className={classes.cards}>
        {AGENTS.filter(({ agent }) => agent !== "ask").map(
          ({ to, name: agent, does, icon: Icon }) => (
            <li key={to}>
              <Link to={to} className={classes.card}>
                <span className={classes.icon}>
                  <Icon size={30} aria-hidden />
                </span>
                <span className={classes.text}>
                  <span className={classes.name}>{agent}</span>
                  <span className={classes.does}>{does}</span>
                </span>
                <ChevronRight size={24} aria-hidden className={classes.go} />
              </Link>
            </li>
          ),
        )}
      </ul>
    </>
  );
}
