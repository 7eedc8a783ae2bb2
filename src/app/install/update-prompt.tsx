import { Button, Paper } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { type WorkInProgress, workInProgress } from "#outbox/work-in-progress.ts";
import { applyUpdate, useAppVersion } from "./register-worker.ts";
import classes from "./update-prompt.module.css";

const LOOK_EVERY_MS = 1000;

const REASONS = {
  recording: "A recording is in progress. Update when it is done.",
  sending: "Something is being sent. Update when it has arrived.",
} as const;

/** Says that a new version is ready. The person starts the update: it reloads the tab. */
export function UpdatePrompt() {
  const version = useAppVersion();
  const [later, setLater] = useState(false);
  if (version === "current" || later) return null;
  return <Prompt onLater={() => setLater(true)} />;
}

function Prompt(props: { onLater: () => void }) {
  const [work, setWork] = useState<WorkInProgress>(null);
  /** Whether the person asked for the update. A send may have begun just before the tap. */
  const asked = useRef(false);

  const look = useCallback(async () => {
    const now = await workInProgress(navigator.locks);
    setWork(now);
    if (!asked.current || now !== null) return;
    asked.current = false;
    applyUpdate();
  }, []);
  // The browser sends no event when a lock is taken or released.
  useEffect(() => {
    void look();
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [look]);

  function update(): void {
    asked.current = true;
    void look();
  }

  return (
    <Paper role="status" withBorder shadow="md" className={classes.prompt}>
      <p className={classes.text}>A new version is ready.</p>
      {work !== null && <p className={classes.reason}>{REASONS[work]}</p>}
      <div className={classes.actions}>
        <Button variant="subtle" onClick={props.onLater}>
          Later
        </Button>
        <Button disabled={work !== null} onClick={update}>
          Update
        </Button>
      </div>
    </Paper>
  );
}
