import classes from "./signal-story.module.css";

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

/** The way of one note from a place without a signal to the office. */
export function SignalStory() {
  return (
    <section aria-labelledby="signal" className={classes.story}>
      <h2 id="signal" className={classes.title}>
        Built for the places a signal can’t reach
      </h2>
      <ol className={classes.line}>
        {MOMENTS.map(({ where, title, text, signal }) => (
          <li key={title} className={classes.moment} data-signal={signal || undefined}>
            <p className={classes.where}>{where}</p>
            <h3 className={classes.name}>{title}</h3>
            <p className={classes.text}>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
