import { Button } from "@mantine/core";
import { useEffect } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { useSession } from "#session/session.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import { useIdle } from "#ui/when-idle.ts";
import { Documentation } from "./documentation.tsx";
import { GuideView } from "./guides/guide-view.tsx";
import { findGuide } from "./guides/guides.ts";
import { keepGuidePictures } from "./guides/keep-pictures.ts";
import { Questions } from "./questions.tsx";
import classes from "./support-page.module.css";
import { Troubleshooting } from "./troubleshooting.tsx";

/** Help: how to contact us, answers that people can find themselves, and the guides. */
export function SupportPage() {
  const [parameters] = useSearchParams();
  const guide = findGuide(parameters.get("guide"));
  useKeptPictures();
  return guide === undefined ? <Support /> : <GuideView key={guide.id} guide={guide} />;
}

/** Loads the pictures of the guides while the page is idle. */
function useKeptPictures(): void {
  const idle = useIdle();
  useEffect(() => {
    if (!idle) return;
    const stop = new AbortController();
    // Without a network or a cache the next visit tries again.
    keepGuidePictures(stop.signal).catch(() => undefined);
    return () => stop.abort();
  }, [idle]);
}

function Support() {
  return (
    <div className={classes.place}>
      <div className={classes.page}>
        <div className={classes.top}>
          <PageHeading title="Support" />
          <p className={classes.intro}>
            Most things that go wrong on a roof are on this page, which opens without a signal too.
          </p>
        </div>
        <Contact />
        <div className={classes.sections}>
          <Questions />
          <Documentation />
          <Troubleshooting />
          <section aria-labelledby="requests" className={classes.requests}>
            <h2 id="requests">Feature requests</h2>
            <p className={classes.text}>
              The best ideas come from people with their hands in a unit. Tell us what slows you
              down, on what kind of job, and what you do about it today. Your administrator can
              collect requests for the whole crew.
            </p>
            <p className={classes.text}>
              Not a customer yet? <Link to="/early-access">Request access</Link> and tell us what
              you would use it for.
            </p>
          </section>
          <p className={classes.legal}>
            <Link to="/terms">Terms</Link>
            <Link to="/privacy">Privacy</Link>
            <Link to="/settings">Settings</Link>
          </p>
        </div>
      </div>
    </div>
  );
}

/** When support answers, and a button that opens the mail app of the device. */
function Contact() {
  const address = useSession((session) => session.deployment?.supportEmail);
  return (
    <section className={classes.contact} aria-labelledby="contact">
      <h2 id="contact">Contact support</h2>
      <dl className={classes.facts}>
        <div>
          <dt>Response time</dt>
          <dd>Within 24 hours</dd>
        </div>
        <div>
          <dt>Support hours</dt>
          <dd>Monday to Friday, 9 AM to 5 PM EST</dd>
        </div>
      </dl>
      <Button fullWidth onClick={() => window.location.assign(mailTo(address))}>
        Send Email
      </Button>
      <p className={classes.address}>
        {address ?? "No support address is set here. Write to your administrator."}
      </p>
    </section>
  );
}

/** @returns an address that opens the mail app with a subject; without `address` no recipient */
function mailTo(address = ""): string {
  const recipient = encodeURIComponent(address).replaceAll("%40", "@");
  return `mailto:${recipient}?subject=${encodeURIComponent("Field Agents support")}`;
}
