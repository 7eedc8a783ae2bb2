import { Link } from "react-router-dom";
import { PageHeading } from "#ui/page-heading.tsx";
import { AgentCards } from "./agent-cards.tsx";
import classes from "./landing-page.module.css";
import { PhoneMockup } from "./phone-mockup.tsx";
import { SignalStory } from "./signal-story.tsx";

/** Describes the product to visitors who have not signed in on this device. */
export function LandingPage() {
  return (
    <div className={classes.page}>
      <div className={classes.hero}>
        <div className={classes.pitch}>
          <p className={classes.marks}>
            <span>AI-powered field-service platform</span>
            <span>Patent pending</span>
            <span>Mobile ready</span>
          </p>
          <div className={classes.title}>
            <PageHeading title="No signal down there? Your work still arrives." />
          </div>
          <p className={classes.lead}>
            Speak a note, photograph the fault, ask the manual. Field Agents keeps it on your phone
            first, so a basement, a lift shaft or a steel roof can’t take it away, and sends it by
            itself once you are back online.
          </p>
          <p className={classes.actions}>
            <Link to="/auth" className={classes.primary}>
              Get Started
            </Link>
            <Link to="/support" className={classes.secondary}>
              Learn More
            </Link>
          </p>
          <p className={classes.access}>
            Not a customer yet? <Link to="/early-access">Request access</Link>
          </p>
        </div>
        <PhoneMockup />
      </div>

      <AgentCards />
      <SignalStory />

      <section className={classes.closing} aria-labelledby="closing">
        <h2 id="closing" className={classes.closingTitle}>
          Take it to the next job
        </h2>
        <p className={classes.closingText}>
          It runs in the browser you already have and installs like any app. Sign in once with a
          signal; from then on it opens without one.
        </p>
        <p className={classes.actions}>
          <Link to="/auth" className={classes.primary}>
            Get Started
          </Link>
          <Link to="/auth" className={classes.secondary}>
            Sign In
          </Link>
        </p>
        <p className={classes.access}>
          No account? <Link to="/early-access">Request access</Link>
        </p>
      </section>
    </div>
  );
}
