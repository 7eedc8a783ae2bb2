import { AGENTS } from "@contracts/agent.ts";
import { Box, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { AGENT_ICONS } from "#ui/agent-icons.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import classes from "./landing-page.module.css";
import { PhoneMockup } from "./phone-mockup.tsx";

const MOMENTS = [
  {
    where: "In the basement",
    title: "You record",
    text: "Every second is written to the phone as you speak. A dropped call, an empty battery or a closed tab costs you one breath, not the note.",
    signal: false,
  },
  {
    where: "Still no bars",
    title: "Saved on this device",
    text: "Stop, and it is safe. Carry on with the next one: the counter in the header says how many are waiting to be sent.",
    signal: false,
  },
  {
    where: "Back at the van",
    title: "It sends itself",
    text: "The signal returns and everything goes out, exactly once, however often the connection breaks on the way.",
    signal: true,
  },
  {
    where: "At your desk",
    title: "Ready to paste",
    text: "Transcription and summary are in your history on every device you sign in to. One tap copies them into your CRM.",
    signal: true,
  },
];

const CARDS = [
  {
    agent: "voice",
    text: "Say what you found, did and need. You get it back word for word, with a suggested summary.",
    points: ["Word-for-word transcription", "Suggested summary", "Copy-to-CRM in one tap"],
  },
  {
    agent: "snap",
    text: "Point the camera at the unit. You get a second opinion on what is wrong and what to do next.",
    points: ["Issue detection", "Recommendations", "Troubleshooting steps"],
  },
  {
    agent: "label",
    text: "Ask in plain words. The answer comes from your own company’s manuals, not from the open web.",
    points: ["Product specifications and manuals", "Safety requirements", "Installation guides"],
  },
] as const;

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
        <Text maw="32rem" mt="1rem" c="dimmed" fz="lg" textWrap="balance">
          It runs in the browser you already have and installs like any app. Sign in once with a
          signal; from then on it opens without one.
        </Text>
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

/** The three agents that work with what a technician has at hand: a voice, a camera, a question. */
function AgentCards() {
  return (
    <section aria-labelledby="agents">
      <h2 id="agents" className={classes.sectionTitle}>
        Three agents in your pocket
      </h2>
      <Text className={classes.sectionText ?? ""} maw="42rem" mt="0.875rem" c="dimmed" fz="lg">
        Each does one thing, with one large button, and works with gloves on.
      </Text>
      <ul className={classes.cards}>
        {CARDS.map(({ agent, text, points }) => {
          const Icon = AGENT_ICONS[agent];
          return (
            <li key={agent} className={classes.card} data-agent={agent}>
              <span className={classes.icon}>
                <Icon size={26} aria-hidden />
              </span>
              <Box component="h3" mt="1.5rem" fz="xl" lts="-0.015em" lh={1.25}>
                {AGENTS[agent].name}
              </Box>
              <Text mt="0.625rem" c="dimmed">
                {text}
              </Text>
              <ul className={classes.points}>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The way of one note from a place without a signal to the office. */
function SignalStory() {
  return (
    <section aria-labelledby="signal" className={classes.story}>
      <h2 id="signal" className={classes.storyTitle}>
        Built for the places a signal can’t reach
      </h2>
      <ol className={classes.moments}>
        {MOMENTS.map(({ where, title, text, signal }) => (
          <li key={title} className={classes.moment} data-signal={signal || undefined}>
            <p className={classes.where}>{where}</p>
            <Box component="h3" mt="0.25rem" fz="xl" lts="-0.015em" lh={1.3}>
              {title}
            </Box>
            <Text maw="34rem" mt="0.5rem" c="dimmed">
              {text}
            </Text>
          </li>
        ))}
      </ol>
    </section>
  );
}
