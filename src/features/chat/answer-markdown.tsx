import { type Source, UNSUPPORTED_NOTE } from "@contracts/question.ts";
import { Button, Group, Modal } from "@mantine/core";
import { type ComponentProps, type ReactNode, useState } from "react";
import Markdown, { type Components } from "react-markdown";
import { rememberHost, useKnownHosts } from "#preferences/known-hosts.ts";
import { isWithinMarkdownLimits } from "#ui/markdown-limits.ts";
import { HEADINGS } from "#ui/markdown-text.tsx";
import { useOpened } from "#ui/use-opened.ts";
import type { Named } from "../manuals/document-titles.ts";
import { openPassage } from "../manuals/passage-to-open.ts";
import citationClasses from "./citation.module.css";

/** Renders the Markdown of an answer: without HTML and images, links as `safeLink` allows. */
export function AnswerMarkdown(props: { text: string; sources: readonly Named<Source>[] }) {
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
    ...HEADINGS,
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
function CitationButton({ number, source }: { number: number; source: Named<Source> }) {
  return (
    <button
      type="button"
      className={citationClasses.mark}
      aria-label={`Source ${number}: ${source.name}`}
      onClick={() => openPassage(source)}
    >
      <span className={citationClasses.number}>{number}</span>
    </button>
  );
}

/** The parts of a hast node that are needed to find citations in it. */
interface MarkupNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: MarkupNode[];
}

/** The element that stands for a citation. Markdown without raw HTML never creates this element. */
const CITATION_TAG = "sup";

/** The element around the note that a sentence is not in the documents; not created by Markdown either. */
const NOTE_TAG = "mark";

const MARK = /\[(\d{1,2})\]/;
/** Elements whose text is shown exactly as it is written. */
const LITERAL: ReadonlySet<string> = new Set(["a", "code", "pre"]);

/**
 * Rehype plugin: turns each `[n]` of the text that names one of the sources into an element of
 * `CITATION_TAG` whose `dataCitation` is n, and puts each `UNSUPPORTED_NOTE` into a `NOTE_TAG`.
 * Numbers without a source stay text.
 */
function markCitations(sourceCount: number): () => (tree: MarkupNode) => void {
  function marked(node: MarkupNode): MarkupNode[] {
    if (node.type === "text") return split(node.value ?? "", sourceCount);
    if (node.children !== undefined && !LITERAL.has(node.tagName ?? "")) {
      node.children = node.children.flatMap(marked);
    }
    return [node];
  }
  return () => (tree) => {
    marked(tree);
  };
}

function split(text: string, sourceCount: number): MarkupNode[] {
  // `split` puts the number from the brackets at every odd index.
  return text.split(MARK).flatMap((part, index): MarkupNode[] => {
    if (index % 2 === 0) return withNotes(part);
    const number = Number(part);
    if (number < 1 || number > sourceCount) return [{ type: "text", value: `[${part}]` }];
    const properties = { dataCitation: number };
    return [{ type: "element", tagName: CITATION_TAG, properties, children: [] }];
  });
}

function withNotes(text: string): MarkupNode[] {
  return text.split(UNSUPPORTED_NOTE).flatMap((part, index): MarkupNode[] => {
    const words: MarkupNode[] = part === "" ? [] : [{ type: "text", value: part }];
    if (index === 0) return words;
    const children = [{ type: "text", value: UNSUPPORTED_NOTE }];
    return [{ type: "element", tagName: NOTE_TAG, properties: {}, children }, ...words];
  });
}

/** A link of an answer. It asks first: a document could make it carry a secret to its host. */
function OutsideLink({ address, children }: { address: string; children?: ReactNode }) {
  const host = leadsTo(address);
  const isKnown = useKnownHosts((hosts) => hosts.includes(host));
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      {isKnown ? (
        <a href={address} target="_blank" rel="noopener noreferrer nofollow">
          {children}
        </a>
      ) : (
        <button type="button" className={citationClasses.link} onClick={() => setAsking(true)}>
          {children}
        </button>
      )}{" "}
      <span className={citationClasses.host}>({host})</span>
      {asking && <LeaveDialog address={address} host={host} onClose={close} />}
    </>
  );
}

/** Asks whether to open a link of an answer, and shows its whole address. */
function LeaveDialog(props: { address: string; host: string; onClose: () => void }) {
  const { address, host, onClose } = props;
  function leave(): void {
    onClose();
    // Wait until the click has opened the link: once the host is remembered, this dialog is
    // replaced by a plain link.
    setTimeout(() => rememberHost(host));
  }
  return (
    <Modal opened={useOpened(true)} onClose={onClose} title="Open this address?" centered>
      <p>
        It leads to <strong>{host}</strong>, away from Field Agents. The answer was written by a
        model: whatever is in the address goes there.
      </p>
      <code className={citationClasses.address}>{address}</code>
      <p>This device asks once for each place that answers link to.</p>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noopener noreferrer nofollow"
          onClick={leave}
        >
          Open
        </Button>
      </Group>
    </Modal>
  );
}

const WEB: ReadonlySet<string> = new Set(["http:", "https:"]);
const OTHERS: ReadonlySet<string> = new Set(["mailto:", "tel:"]);

/** The normalised address of a link in an answer; empty if answers may not link there. */
export function safeLink(address: string): string {
  const url = URL.parse(address);
  // A relative address: answers do not know addresses of this app.
  if (url === null) return "";
  if (OTHERS.has(url.protocol)) return url.href;
  // A user name before the host could make a person mistake it for the host.
  return WEB.has(url.protocol) && url.username === "" && url.password === "" ? url.href : "";
}

/** The target of an address from `safeLink`: a host, a mailbox, or a phone number. */
function leadsTo(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return WEB.has(protocol) ? host : pathname;
}
