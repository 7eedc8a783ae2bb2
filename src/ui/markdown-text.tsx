import Markdown, { type Components } from "react-markdown";
import { isWithinMarkdownLimits } from "./markdown-limits.ts";
import classes from "./markdown-text.module.css";

const heading: Components["h1"] = ({ children }) => <p className={classes.heading}>{children}</p>;

/** Headings in a model's text must not become headings of the page. */
export const HEADINGS: Components = {
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
};

/** Links, because a model may invent addresses; images, because the browser would load them. */
const LEFT_OUT = ["a", "img"];

/** Renders the Markdown of a model. HTML in it is not shown. */
export function MarkdownText(props: { text: string }) {
  return (
    <div className={classes.text}>
      {isWithinMarkdownLimits(props.text) ? (
        <Markdown skipHtml disallowedElements={LEFT_OUT} unwrapDisallowed components={HEADINGS}>
          {props.text}
        </Markdown>
      ) : (
        <p>{props.text}</p>
      )}
    </div>
  );
}
