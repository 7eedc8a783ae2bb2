import { Button, Group, Paper, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { type WorkInProgress, workInProgress } from "#platform/lock-names.ts";
import { useHeightVariable } from "#ui/use-height-variable.ts";
import { askForUpdate, stopAskingForUpdate, useAppVersion } from "./register-worker.ts";
import classes from "./update-prompt.module.css";

const LOOK_EVERY_MS = 1000;

/** So many requests without a reload: it failed. An old worker needs half a minute to idle. */
const MOST_REQUESTS = 45;

const REASONS = {
  recording: "A recording is in progress. Update when it is done.",
  sending: "Something is being sent. An update waits until it has arrived.",
} as const;

/**
 * Shows that a new version is ready. The person starts the update: it reloads the tab. At an address
 * that browsers do not trust, where the app cannot be installed, it shows that instead.
 */
export function UpdatePrompt() {
  const version = useAppVersion();
  const [later, setLater] = useState(false);
  if (!isSecureContext) return <InsecureNotice />;
  if (version === "current" || later) return null;
  return <Prompt onLater={() => setLater(true)} />;
}

function InsecureNotice() {
  return (
    <Paper role="status" withBorder shadow="md" className={classes.prompt} data-low>
      <Text fz="sm" fw={600}>
        This address is not secure.
      </Text>
      <Text fz="sm">
        The browser allows no sign-in and no microphone here. Open the app at an address that begins
        with https, or at localhost.
      </Text>
    </Paper>
  );
}

function Prompt(props: { onLater: () => void }) {
  const [work, setWork] = useState<WorkInProgress>(null);
  const [asked, setAsked] = useState(false);
  const [failed, setFailed] = useState(false);
  const paper = useRef<HTMLDivElement>(null);
  // Room for it below the page, so that everything can be scrolled above it.
  useHeightVariable(paper, "--fa-prompt-height");

  // The browser sends no event when a lock is taken or released.
  useEffect(() => {
    let done = false;
    let requests = 0;
    async function look(): Promise<void> {
      const now = await workInProgress(navigator.locks);
      if (done) return;
      setWork(now);
      // A person who records now should not lose the page when the recording ends.
      if (now === "recording") setAsked(false);
      if (!asked || now !== null) return stopAskingForUpdate();
      requests += 1;
      if (requests <= MOST_REQUESTS) return askForUpdate();
      setAsked(false);
      setFailed(true);
    }
    function stop(): void {
      done = true;
      clearInterval(timer);
      stopAskingForUpdate();
    }
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    void look();
    return stop;
  }, [asked]);

  return (
    <Paper ref={paper} role="status" withBorder shadow="md" className={classes.prompt}>
      <Text inherit fw={600}>
        A new version is ready.
      </Text>
      {failed && !asked && (
        <Text inherit mt="0.25rem" c="var(--fa-waiting-text)">
          The update could not start. Try again, or close all tabs of this app and open it again.
        </Text>
      )}
      {work !== null && (
        <Text inherit mt="0.25rem" c="var(--fa-waiting-text)">
          {REASONS[work]}
        </Text>
      )}
      <Group gap="0.5rem" justify="flex-end" align="stretch" mt="0.5rem">
        <Button variant="subtle" onClick={props.onLater}>
          Later
        </Button>
        {/* Enabled during a send, which begins and ends while a finger is on the button. */}
        <Button disabled={work === "recording"} loading={asked} onClick={() => setAsked(true)}>
          Update
        </Button>
      </Group>
    </Paper>
  );
}
