import type { Source } from "@contracts/question.ts";
import type { ComponentProps, ReactNode } from "react";
import Markdown, { type Components } from "react-markdown";
import { isWithinMarkdownLimits } from "#ui/markdown-limits.ts";
import classes from "#ui/markdown-text.module.css";
import { CitationButton } from "./citation-button.tsx";
import { markCitations } from "./citation-marks.ts";
import { OutsideLink } from "./outside-link.tsx";
import { safeLink } from "./safe-link.ts";

/** An answer's headings are not those of the page. */
const heading = (props: { children?: ReactNode }) => (
  <p className={classes.heading}>{props.children}</p>
);

/**
 * An answer's Markdown. Nothing in it can reach beyond its bubble: HTML stays text, images are not
 * loaded, and links say where they lead, which is only to where `safeLink` lets them.
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
