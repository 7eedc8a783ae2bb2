import { AGENTS } from "@contracts/agent.ts";
import { Camera, type LucideIcon, MessageSquareText, Mic } from "lucide-react";
import classes from "./agent-cards.module.css";

const CARDS: readonly {
  agent: "voice" | "snap" | "label";
  icon: LucideIcon;
  text: string;
  points: string[];
}[] = [
  {
    agent: "voice",
    icon: Mic,
    text: "Say what you found, did and need. You get it back word for word, with a suggested summary.",
    points: ["Word-for-word transcription", "Suggested summary", "Copy-to-CRM in one tap"],
  },
  {
    agent: "snap",
    icon: Camera,
    text: "Point the camera at the unit. You get a second opinion on what is wrong and what to do next.",
    points: ["Issue detection", "Recommendations", "Troubleshooting steps"],
  },
  {
    agent: "label",
    icon: MessageSquareText,
    text: "Ask in plain words. The answer comes from your own company’s manuals, not from the open web.",
    points: ["Product specifications and manuals", "Safety requirements", "Installation guides"],
  },
];

/** The three agents that work with what a technician has at hand: a voice, a camera, a question. */
export function AgentCards() {
  return (
    <section aria-labelledby="agents">
      <h2 id="agents" className={classes.title}>
        Three agents in your pocket
      </h2>
      <p className={classes.lead}>
        Each does one thing, with one large button, and works with gloves on.
      </p>
      <ul className={classes.cards}>
        {CARDS.map(({ agent, icon: Icon, text, points }) => (
          <li key={agent} className={classes.card}>
            <span className={classes.icon}>
              <Icon size={26} aria-hidden />
            </span>
            <h3 className={classes.name}>{AGENTS[agent].name}</h3>
            <p className={classes.text}>{text}</p>
            <ul className={classes.points}>
              {points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
