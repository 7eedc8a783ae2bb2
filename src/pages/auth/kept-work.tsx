import { Text } from "@mantine/core";
import { countTogether, waitingOnDevice } from "#mirror/device/unsent-work.ts";
import { useLive } from "#mirror/live.ts";
import { formatNoteCount, formatOldest } from "#ui/format.ts";
import { useNow } from "#ui/use-now.ts";
import classes from "./auth-page.module.css";

const AGE_TICK_MS = 60_000;

/** Shows that this device has unsent work: how much and how old, but not whose. */
export function KeptWork() {
  const kept = useLive(() => waitingOnDevice(), []);
  const now = useNow(AGE_TICK_MS);
  const together = kept === undefined ? null : countTogether(kept);
  if (together === null) return null;
  const { count, oldest } = together;
  const one = count === 1;
  return (
    <section aria-label="Not sent yet" className={classes.kept}>
      <Text fw={650}>
        This device keeps {formatNoteCount(count)} that {one ? "was" : "were"} not sent,{" "}
        {formatOldest(count, oldest, now)}.
      </Text>
      <p>
        Sign in with the account that made {one ? "it" : "them"} to send {one ? "it" : "them"}. If
        that account was deleted, ask an administrator of its company to sign in here and export{" "}
        {one ? "it" : "them"}, or sign in with a new one of the same address, by a link in a mail or
        another service, to export {one ? "it" : "them"} yourself.
      </p>
    </section>
  );
}
