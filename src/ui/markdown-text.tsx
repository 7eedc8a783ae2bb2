import Markdown, { type Components } from "react-markdown";
import { isWithinMarkdownLimits } from "./markdown-limits.ts";
import classes from "./markdown-text.module.css";

/** A model's headings are not those of the page it is shown on. */
const heading: Components["h1"] = ({ children }) => <p className={classes.heading}>{children}</p>;

const COMPONENTS: Components = {
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
};

/** Addresses that a model makes up lead nowhere, and a picture's would be fetched unasked. */
const LEFT_OUT = ["a", "img"];

/** What a model wrote, as the Markdown that models write; HTML in it is shown as nothing. */
export function MarkdownText(props: { text: string }) {
  return (
    <div className={classes.text}>
      {isWithinMarkdownLimits(props.text) ? (
        <Markdown skipHtml disallowedElements={LEFT_OUT} unwrapDisallowed components={COMPONENTS}>
          {props.text}
        </Markdown>
      ) : (
        <p>{props.text}</p>
      )}
    </div>
  );
}
