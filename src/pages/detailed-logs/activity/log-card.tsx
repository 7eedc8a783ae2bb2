import type { DetailedLog } from "@contracts/detailed-log.ts";
import { Button, Group } from "@mantine/core";
import { FileText } from "lucide-react";
import { AdminDialog } from "#features/administration/admin-dialog.tsx";
import shared from "#features/administration/administration.module.css";
import { agentName, statusWord } from "#features/administration/logs/chosen-logs.ts";
import { ScrolledRegion } from "#features/administration/scrolled-region.tsx";
import { CopyButton } from "#ui/copy-button.tsx";
import rows from "#ui/row.module.css";
import { formatFigure, formatMilliseconds } from "../format-figures.ts";
import classes from "./log-card.module.css";
import badge from "./log-status-badge.module.css";
import { WhyAnswer } from "./why-answer.tsx";

/** How many characters of a text a card shows. */
const PREVIEW_LENGTH = 200;

// With seconds: several requests can come within a minute.
const timestamp = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** The whole text of a log whose card shows only the beginning. */
export interface WholeText {
  title: "Input" | "Output";
  /** Names the request that the text belongs to. */
  about: string;
  text: string;
}

/** One agent request with all its data. */
export function LogCard(props: {
  log: DetailedLog;
  /** Null if the reader sees one company alone. */
  company: string | null;
  onShowWhole: (whole: WholeText) => void;
}) {
  const { log, company, onShowWhole } = props;
  const name = agentName(log.agent_type);
  const time = timestamp.format(Date.parse(log.created_at));
  const about = [name, log.user_email, time].filter((part) => part !== null).join(" · ");
  return (
    <article className={`${rows.row} ${classes.card}`}>
      <header className={classes.head}>
        <h2 className={`${shared.name} ${classes.agent}`}>{name}</h2>
        <span className={badge.badge} data-status={log.status}>
          {statusWord(log.status)}
        </span>
        <time className={`${shared.facts} ${classes.time}`} dateTime={log.created_at}>
          {time}
        </time>
      </header>
      <p className={classes.email}>
        {log.user_email ?? "N/A"}
        {company !== null && ` · ${company}`}
      </p>
      <dl className={classes.facts}>
        {listFacts(log).map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Text title="Input" text={log.input_text} about={about} onShowWhole={onShowWhole} />
      <Text title="Output" text={log.output_text} about={about} onShowWhole={onShowWhole} />
      {log.error_message !== null && log.error_message !== "" && (
        <p className={classes.error}>
          <strong>Error:</strong> {log.error_message}
        </p>
      )}
      {log.knowledge_base_files_used.length > 0 && (
        <ul className={classes.files} aria-label="Knowledge base files">
          {[...new Set(log.knowledge_base_files_used)].map((file) => (
            <li key={file} className={classes.file}>
              <FileText size={16} aria-hidden className={classes.icon} />
              {file}
            </li>
          ))}
        </ul>
      )}
      {log.grounding && <WhyAnswer grounding={log.grounding} />}
    </article>
  );
}

function listFacts(log: DetailedLog): [term: string, value: string][] {
  return [
    ["Device", log.device_type ?? "Unknown"],
    ["IP address", log.ip_address ?? "N/A"],
    ["AI model", log.ai_model ?? "N/A"],
    ["Response time", formatMilliseconds(log.total_request_time_ms)],
    ["Input tokens", formatFigure(log.input_token_count ?? 0)],
    ["Output tokens", formatFigure(log.completion_tokens ?? 0)],
    ["Total tokens", formatFigure(log.total_tokens ?? 0)],
    ["Action", log.action_type],
  ];
}

function Text(props: {
  title: WholeText["title"];
  text: string | null;
  about: string;
  onShowWhole: (whole: WholeText) => void;
}) {
  const { title, text, about, onShowWhole } = props;
  if (text === null || text === "") return null;
  const { words, isCut } = preview(text);
  return (
    <section className={classes.text}>
      <h3 className={`${shared.label} ${classes.label}`}>{title}</h3>
      <p className={classes.words}>{words}</p>
      {isCut && (
        <Button
          variant="subtle"
          size="md"
          className={classes.more ?? ""}
          onClick={() => onShowWhole({ title, about, text })}
        >
          Show whole {title.toLowerCase()}
        </Button>
      )}
    </section>
  );
}

/** The first characters of a text, with an ellipsis if there are more. */
function preview(text: string): { words: string; isCut: boolean } {
  // Count code points: a cut must not split an emoji.
  const characters = [...text.slice(0, 2 * PREVIEW_LENGTH + 2)];
  if (characters.length <= PREVIEW_LENGTH) return { words: text, isCut: false };
  return { words: `${characters.slice(0, PREVIEW_LENGTH).join("")}…`, isCut: true };
}

/** Shows a whole text. */
export function WholeTextDialog(props: WholeText & { onClose: () => void }) {
  const { title, about, text, onClose } = props;
  return (
    <AdminDialog company="named inside" onClose={onClose} title={title} size="lg">
      <p className={shared.facts}>{about}</p>
      <ScrolledRegion label={title} className={classes.whole}>
        {text}
      </ScrolledRegion>
      <Group justify="flex-end" mt="md">
        <CopyButton text={text} />
      </Group>
    </AdminDialog>
  );
}
