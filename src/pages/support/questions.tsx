import { ChevronDown } from "lucide-react";
import classes from "./questions.module.css";

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

/** Frequent questions; each opens to show its answer. */
export function Questions() {
  return (
    <section aria-labelledby="questions">
      <h2 id="questions">Frequently asked questions</h2>
      <div className={classes.list}>
        {QUESTIONS.map(({ question, answer }) => (
          <details key={question} className={classes.entry}>
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
