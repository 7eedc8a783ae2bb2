import { AGENT_IDS, AGENTS, agentPage } from "@contracts/agent.ts";
import { ChevronRight, type LucideIcon } from "lucide-react";
import { Link, Navigate } from "react-router-dom";
import { type ClosedBecause, closedBecause } from "#session/closed-agents.ts";
import { useShownIdentity } from "#session/pin.ts";
import { AGENT_ICONS } from "#ui/agent-icons.ts";
import { lazyWhenIdle } from "#ui/lazy-when-idle.tsx";
import { PageHeading } from "#ui/page-heading.tsx";
import classes from "./dashboard-page.module.css";

const OfflineUse = lazyWhenIdle(async () => {
  return (await import("#features/offline-use/offline-use.tsx")).OfflineUse;
});

const CLOSED: Record<ClosedBecause, string> = {
  "no-access": "You don't have access yet.",
  "no-company": "You need to be assigned to a company.",
};

/** The start page: one card for each of three agents. An administrator has the admin page instead. */
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
      {nothingYet && (
        <p className={classes.nothing}>
          You can't use an agent yet. Ask your administrator to add you to your company and to give
          you access.
        </p>
      )}
      <ul className={classes.cards}>
        {AGENT_IDS.filter((agent) => AGENTS[agent].atHome).map((agent) => {
          const reason = closed(agent);
          return (
            <DashboardCard
              key={agent}
              name={AGENTS[agent].name}
              does={AGENTS[agent].does}
              icon={AGENT_ICONS[agent]}
              to={reason === null ? agentPage(agent) : null}
              why={reason === null || nothingYet ? null : `${CLOSED[reason]}${asks}`}
            />
          );
        })}
      </ul>
    </>
  );
}

/**
 * A card that leads to a page.
 * @param props.to null for a page that is closed to the person: the card leads nowhere
 * @param props.why why it is closed
 */
function DashboardCard(props: {
  name: string;
  does: string;
  icon: LucideIcon;
  to: string | null;
  why?: string | null;
}) {
  const { name, does, icon: Icon, to, why } = props;
  const content = (
    <>
      <span className={classes.icon}>
        <Icon size={30} aria-hidden />
      </span>
      <span className={classes.text}>
        <span className={classes.name}>{name}</span>
        <span className={classes.does}>{does}</span>
        {why && <span className={classes.why}>{why}</span>}
      </span>
    </>
  );
  return (
    <li>
      {to === null ? (
        <div className={classes.card} data-closed>
          {content}
        </div>
      ) : (
        <Link to={to} className={classes.card}>
          {content}
          <ChevronRight size={24} aria-hidden className={classes.go} />
        </Link>
      )}
    </li>
  );
}
