import { Button } from "@mantine/core";
import type { StorageTrouble } from "#mirror/opening.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import classes from "./page-failure.module.css";

const TEXTS: Record<StorageTrouble, { title: string; what: string; advice: string[] }> = {
  blocked: {
    title: "Nothing can be kept on this device",
    what: "This browser does not let Field Agents keep anything on this device. Without that your work could be lost, so you can't sign in here.",
    advice: [
      "Leave private browsing, or allow cookies and site data for this address in the browser's settings.",
      "If it worked before: close the browser, open it again, and make sure that the device has free space.",
      "If a company manages this device, its administrator can allow it. Or use another browser.",
    ],
  },
  slow: {
    title: "This device's storage does not answer",
    what: "Field Agents waits for this browser to open what it keeps on this device. It goes on by itself when that answers. What you recorded is still there.",
    advice: [
      "Close all other tabs and windows of Field Agents: one of them may hold it up.",
      "If that does not help: close the browser and open it again, or restart the device.",
    ],
  },
};

/** Shown instead of the app if this device's storage cannot be used. */
export function StorageFailure({ trouble }: { trouble: StorageTrouble }) {
  const { title, what, advice } = TEXTS[trouble];
  return (
    <main id="main" tabIndex={-1} className={classes.failure}>
      <PageHeading title={title} />
      <div role="alert" className={classes.what}>
        <p>{what}</p>
      </div>
      <ul className={classes.advice}>
        {advice.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <Button onClick={() => window.location.reload()}>Retry</Button>
    </main>
  );
}
