import { Button } from "@mantine/core";
import { CircleAlert } from "lucide-react";
import { useEffect } from "react";
import { deviceStore } from "#mirror/device/device-database.ts";
import { useLive } from "#mirror/live.ts";
import { NO_SIGNAL_UNTIL } from "#platform/no-signal.ts";
import { Toggle } from "#ui/toggle.tsx";
import classes from "./offline-use.module.css";

/** So long the signal stays off at most (ms): a forgotten switch must not hold work back. */
const LONGEST_MS = 10 * 60_000;

/** When the signal that the person has switched off comes back (epoch ms); null while it is on. */
function useNoSignal(): number | null {
  const until = useLive(() => deviceStore.getItem(NO_SIGNAL_UNTIL), []);
  return until == null ? null : Number(until);
}

async function switchOff(): Promise<void> {
  await deviceStore.setItem(NO_SIGNAL_UNTIL, String(Date.now() + LONGEST_MS));
  window.dispatchEvent(new Event("offline"));
}

async function switchOn(): Promise<void> {
  await deviceStore.removeItem(NO_SIGNAL_UNTIL);
  window.dispatchEvent(new Event("online"));
}

/** Cuts this device off from the demo server. */
export function NoSignalSwitch() {
  const isOff = useNoSignal() !== null;
  return (
    <Toggle
      label="No signal"
      checked={isOff}
      onChange={(off) => void (off ? switchOff() : switchOn())}
    />
  );
}

/** Shows on every signed-in page that the person has switched the signal off. */
export function NoSignalBar() {
  const until = useNoSignal();
  const isOff = until !== null;
  useEffect(() => {
    if (until === null) return;
    const timer = setTimeout(() => void switchOn(), until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  // The pages without a session show no bar: there the signal is on.
  useEffect(() => {
    if (!isOff) return;
    return () => void switchOn();
  }, [isOff]);
  if (!isOff) return null;
  return (
    <p role="status" className={classes.bar}>
      <CircleAlert size={20} aria-hidden className={classes.icon} />
      No signal (switched off by you)
      <Button variant="default" size="compact-md" mih="2.75rem" onClick={() => void switchOn()}>
        Turn on
      </Button>
    </p>
  );
}
