import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { PageHeading } from "#ui/page-heading.tsx";
import { Documentation } from "./documentation.tsx";
import { Questions } from "./questions.tsx";
import classes from "./support-page.module.css";
import { Troubleshooting } from "./troubleshooting.tsx";

/** Help: how to contact us, and answers that people can find themselves. */
export function SupportPage() {
  return (
    <div className={classes.place}>
      <div className={classes.page}>
        <div className={classes.top}>
          <PageHeading title="Support" />
          <p className={classes.intro}>
            Most things that go wrong on a roof are on this page, which opens without a signal too.
          </p>
        </div>
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
          <Button fullWidth>Send Email</Button>
        </section>
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
