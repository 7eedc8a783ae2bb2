import { Box, Button, Text } from "@mantine/core";
import { ArrowLeft, ChevronDown } from "lucide-react";
import { useEffect, useLayoutEffect } from "react";
import { Link, useNavigationType, useSearchParams } from "react-router-dom";
import { useSession } from "#session/session.ts";
import { PageHeading } from "#ui/page-heading.tsx";
import { useIdle } from "#ui/when-idle.ts";
import guideClasses from "./guides/guide-view.module.css";
import { GUIDES, type Guide } from "./guides/guides.ts";
import { keepGuidePictures } from "./guides/pictures.ts";
import classes from "./support-page.module.css";

const TIPS = [
  {
    problem: "The microphone or the camera does not start",
    tip: "Allow it for this site in your browser’s settings, close other apps that use it, and try again.",
  },
  {
    problem: "Items keep waiting although you are online",
    tip: "Open the status in the header: each item says why it waits. A hotel or site network may first want you to log in to it in the browser.",
  },
  {
    problem: "The device says it is out of space",
    tip: "Go where there is a signal and let what waits be sent; recordings that were sent make room by themselves. Then free some space.",
  },
  {
    problem: "You are asked to sign in again",
    tip: "Do so with the same account. What waits on this device is kept and is sent afterwards. If that account was deleted, an administrator can create it again with the same address: once you sign in with it by the link of “Forgot password?”, what waits is offered to you.",
  },
  {
    problem: "Something looks out of date",
    tip: "When “A new version is ready” appears, tap Update. Don’t clear the browser’s data while items are waiting: that deletes them.",
  },
];

const QUESTIONS = [
  {
    question: "Does it work without a signal?",
    answer:
      "Yes. Sign in once with a signal; from then on the app opens without one. What you record is kept on the device and sent by itself when you are back online. Transcriptions and answers need the server, so they follow then.",
  },
  {
    question: "How do I know that my note has arrived?",
    answer:
      "The status in the header says “Everything sent”, or how many items are waiting and how many recordings are unfinished. Tap it to see each of them. In History, a note that waits is marked; once it has arrived, its summary is there.",
  },
  {
    question: "What if the tab closes or the battery dies while I record?",
    answer:
      "The recording is written to the device every second. The status in the header then counts an unfinished recording: tap it, or open the Voice Agent, to hear, send or discard it. If you go to another page of the app while you record, the note is saved and sent by itself; tap Undo to stop that.",
  },
  {
    question: "Why can’t I use one of the agents?",
    answer:
      "Your administrator decides which agents you may use. Label and Ask also need you to be assigned to a company, because they answer from its documents.",
  },
  {
    question: "Who can see what I record?",
    answer:
      "You, your company’s administrators, and the super administrators who run the service. Other technicians can’t, not even on the same device.",
  },
  {
    question: "How do I install it on my phone?",
    answer:
      "On Android and desktop, choose “Install app” in the browser’s menu. On an iPhone or iPad, open it in Safari, tap Share, then “Add to Home Screen”.",
  },
  {
    question: "Can I trust what the agents say?",
    answer:
      "Treat it as a colleague’s opinion. Agents can be wrong. Check before you act, and put the manufacturer’s instructions and safety rules first.",
  },
];

/** Help: how to contact us, answers that people can find themselves, and the guides. */
export function SupportPage() {
  const [parameters] = useSearchParams();
  const guide = GUIDES.find(({ id }) => id === parameters.get("guide"));
  const idle = useIdle();
  useEffect(() => {
    if (!idle) return;
    const stop = new AbortController();
    // Without a network or a cache the next visit tries again.
    keepGuidePictures(stop.signal).catch(() => undefined);
    return () => stop.abort();
  }, [idle]);
  return guide === undefined ? <Support /> : <GuideView key={guide.id} guide={guide} />;
}

function Support() {
  return (
    <div className={classes.place}>
      <div className={classes.page}>
        <div className={classes.top}>
          <PageHeading title="Support" />
          <Text maw="42rem" mt="0.75rem" fz="lg" lh={1.6}>
            Most things that go wrong on a roof are on this page, which opens without a signal too.
          </Text>
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
  // Without an address the mail has no recipient.
  const recipient = encodeURIComponent(address ?? "").replaceAll("%40", "@");
  const mail = `mailto:${recipient}?subject=${encodeURIComponent("Field Agents support")}`;
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
      <Button fullWidth onClick={() => window.location.assign(mail)}>
        Send Email
      </Button>
      <Text c="dimmed" fz="sm" style={{ overflowWrap: "anywhere" }}>
        {address ?? "No support address is set here. Write to your administrator."}
      </Text>
    </section>
  );
}

/** The guides, each of which opens in place of this page. */
function Documentation() {
  const [, setParameters] = useSearchParams();
  return (
    <section aria-labelledby="documentation">
      <h2 id="documentation">Documentation</h2>
      <ul className={classes.guides}>
        {GUIDES.map(({ id, icon: Icon, title, summary }) => (
          <li key={id} className={classes.guide}>
            <Icon size={24} color="var(--fa-accent-text)" style={{ flex: "none" }} aria-hidden />
            <Box flex="1 1 7rem" miw={0}>
              <Box component="h3" id={id} fz="lg" fw={600} lh={1.35}>
                {title}
              </Box>
              <Text mt="0.125rem" size="sm" c="dimmed">
                {summary}
              </Text>
            </Box>
            <Button
              variant="default"
              aria-describedby={id}
              onClick={() => setParameters({ guide: id })}
            >
              View
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Frequent questions; each opens to show its answer. */
function Questions() {
  return (
    <section aria-labelledby="questions">
      <h2 id="questions">Frequently asked questions</h2>
      <div className={classes.questions}>
        {QUESTIONS.map(({ question, answer }) => (
          <details key={question} className={classes.asked}>
            <summary className={classes.question}>
              <h3>{question}</h3>
              <ChevronDown size={22} aria-hidden className={classes.mark} />
            </summary>
            <p className={classes.answer}>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

/** The first things to try. */
function Troubleshooting() {
  return (
    <section aria-labelledby="troubleshooting">
      <h2 id="troubleshooting">Troubleshooting tips</h2>
      <ul className={classes.tips}>
        {TIPS.map(({ problem, tip }) => (
          <li key={problem} className={classes.tip}>
            <Box component="h3" fz="lg" fw={600} lh={1.4}>
              {problem}
            </Box>
            <Text mt="0.25rem" c="dimmed" lh={1.6}>
              {tip}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A guide as a page of its own, with the way back to the support page. */
function GuideView({ guide }: { guide: Guide }) {
  const how = useNavigationType();
  // The path is the support page's, so that the router keeps the scroll position.
  useLayoutEffect(() => {
    if (how !== "POP") window.scrollTo(0, 0);
  }, [how]);
  return (
    <article className={guideClasses.guide}>
      <div className={guideClasses.top}>
        <Link to="/support" className={guideClasses.back}>
          <ArrowLeft size={18} aria-hidden />
          All guides
        </Link>
        <PageHeading title={guide.title} />
        <Text c="dimmed">{guide.audience}</Text>
      </div>
      {guide.sections.map(({ title, steps, note, picture }) => (
        <section key={title} className={guideClasses.section}>
          <div className={guideClasses.words}>
            <h2>{title}</h2>
            <ol className={guideClasses.steps}>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            {note !== undefined && <p className={guideClasses.note}>{note}</p>}
          </div>
          {picture !== undefined && (
            <img
              className={guideClasses.picture}
              data-landscape={picture.width > picture.height || undefined}
              src={picture.source}
              width={picture.width}
              height={picture.height}
              alt={picture.alt}
              loading="lazy"
              decoding="async"
            />
          )}
        </section>
      ))}
    </article>
  );
}
