import type { Source } from "@contracts/question.ts";
import type { ComponentProps, ReactNode } from "react";
import Markdown, { type Components } from "react-markdown";
import { isWithinMarkdownLimits } from "#ui/markdown-limits.ts";
import classes from "#ui/markdown-text.module.css";
import { openPassage } from "../manuals/passage-to-open.ts";
import citationClasses from "./citation.module.css";
import { markCitations } from "./citation-marks.ts";
import { formatSource } from "./format-source.ts";
import { OutsideLink } from "./outside-link.tsx";
import { safeLink } from "./safe-link.ts";

/** Headings in an answer must not become headings of the page. */
const heading = (props: { children?: ReactNode }) => (
  <p className={classes.heading}>{props.children}</p>
);

/**
 * Renders the Markdown of an answer safely: HTML stays text, images are not loaded, and each link
 * shows its host and leads only to addresses that `safeLink` allows.
 */
export function AnswerMarkdown(props: { text: string; sources: readonly Source[] }) {
  const { text, sources } = props;
  if (!isWithinMarkdownLimits(text)) return <p>{text}</p>;
  const components: Components = {
    a: SafeLink,
    img: ({ alt }) => <em>{alt}</em>,
    sup: (mark) => {
      const number = Number((mark as { "data-citation"?: unknown })["data-citation"]);
      const source = sources[number - 1];
      return source === undefined ? null : <CitationButton number={number} source={source} />;
    },
    h1: heading,
    h2: heading,
    h3: heading,
    h4: heading,
    h5: heading,
    h6: heading,
  };
  return (
    <Markdown
      components={components}
      rehypePlugins={[markCitations(sources.length)]}
      urlTransform={safeLink}
    >
      {text}
    </Markdown>
  );
}

function SafeLink({ href, children }: ComponentProps<"a">) {
  if (href === undefined || href === "") return <span>{children}</span>;
  return <OutsideLink address={href}>{children}</OutsideLink>;
}

/** A citation within an answer: shows its number, and opens the passage. */
function CitationButton(props: { number: number; source: Source }) {
  const { number, source } = props;
  return (
    <button
      type="button"
      className={citationClasses.mark}
      aria-label={`Source ${number}: ${formatSource(source)}`}
      onClick={() => openPassage(source)}
    >
      <span className={citationClasses.number}>{number}</span>
    </button>
  );
}
