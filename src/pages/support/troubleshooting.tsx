import classes from "./troubleshooting.module.css";

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

/** The first things to try. */
export function Troubleshooting() {
  return (
    <section aria-labelledby="troubleshooting">
      <h2 id="troubleshooting">Troubleshooting tips</h2>
      <ul className={classes.tips}>
        {TIPS.map(({ problem, tip }) => (
          <li key={problem} className={classes.tip}>
            <h3 className={classes.problem}>{problem}</h3>
            <p className={classes.text}>{tip}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
