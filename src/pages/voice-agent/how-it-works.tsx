import classes from "./voice-agent-page.module.css";

const STEPS = [
  { title: "Tap and speak", text: "Say what you found, did and need, in your own words." },
  {
    title: "Saved as you go",
    text: "Every second is kept on this device, with or without signal.",
  },
  { title: "Tap to stop", text: "It is transcribed and summarised as soon as you are online." },
  { title: "Copy and paste", text: "Take the text to your CRM. You find it again in History." },
];

/** Explains the recorder to people who have not recorded yet. */
export function HowItWorks() {
  return (
    <section className={classes.card} aria-labelledby="how-it-works">
      <h2 id="how-it-works" className={classes.cardTitle}>
        How it works
      </h2>
      <ol className={classes.steps}>
        {STEPS.map((step, index) => (
          <li key={step.title} className={classes.step}>
            <span className={classes.number} aria-hidden>
              {index + 1}
            </span>
            <div>
              <h3 className={classes.stepTitle}>{step.title}</h3>
              <p className={classes.stepText}>{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
