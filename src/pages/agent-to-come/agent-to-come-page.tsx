import { Button } from "@mantine/core";
import { Link, useLocation } from "react-router-dom";
import { AGENTS } from "../../ui/agents.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import classes from "./agent-to-come-page.module.css";

/** The page of an agent that this version does not have yet: it says so, and where to go instead. */
export function AgentToComePage() {
  const { pathname } = useLocation();
  const profile = AGENTS.find(({ to }) => to === pathname);
  if (profile === undefined) return null;
  const { name, does, icon: Icon } = profile;
  return (
    <>
      <PageHeading title={name} subtitle={does} />
      <section className={classes.card}>
        <Icon size={40} aria-hidden className={classes.icon} />
        <h2 className={classes.title}>Not in this version yet</h2>
        <p className={classes.text}>
          The {name} opens here once your company's app has it. Until then, record what you see as a
          voice note: it is kept on this device and sent for you.
        </p>
        <Button component={Link} to="/voice-agent" size="lg">
          Record a voice note
        </Button>
      </section>
    </>
  );
}
