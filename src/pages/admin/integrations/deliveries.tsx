import type { WebhookDelivery, WebhookEvent } from "@contracts/webhook.ts";
import { Braces, Send } from "lucide-react";
import { useState } from "react";
import { z } from "zod/mini";
import { changeRowBy } from "#commands/list-rows.ts";
import { ActionButton } from "#features/administration/action-button.tsx";
import shared from "#features/administration/administration.module.css";
import { ScrolledRegion } from "#features/administration/scrolled-region.tsx";
import { showResult } from "#features/administration/show-result.ts";
import { useAnswer, useCommand } from "#features/administration/use-command.ts";
import { WEBHOOK_DELIVERIES } from "#mirror/person/lists/webhooks.ts";
import { formatMoment } from "#ui/format.ts";
import rows from "#ui/row.module.css";
import classes from "./integrations.module.css";

export const EVENT_NAMES: Readonly<Record<WebhookEvent, string>> = {
  note: "Voice note",
  correction: "Correction of a note",
  assignment: "Change of the job",
  photo: "Photo",
  question: "Question",
};

const STATES = { waiting: "Waiting", delivered: "Delivered", failed: "Failed" } as const;

/** What a webhook was sent, or will be. @param props.url the webhook's address */
export function Delivery(props: { delivery: WebhookDelivery; url: string; readOnly: boolean }) {
  const { delivery, url } = props;
  const { id, event, entry_id, state, created_at } = delivery;
  const command = useCommand();
  const [isOpen, setOpen] = useState(false);
  const time = formatMoment(Date.parse(created_at));
  const about = `${EVENT_NAMES[event]}, ${time}`;

  async function sendAgain(): Promise<void> {
    if (command === null) return;
    const due_at = new Date(command.now()).toISOString();
    const change = { state: "waiting", attempts: 0, due_at } as const;
    const call: [string, object] = ["send_webhook_again", { delivery: id }];
    const sent = changeRowBy(command, call, WEBHOOK_DELIVERIES, id, change);
    await showResult(sent, "Error sending again", "Sent again", about);
  }

  return (
    <article className={`${rows.row} ${classes.delivery}`}>
      <div className={shared.lines}>
        <h4 className={shared.name}>
          {EVENT_NAMES[event]} <span className={shared.pill}>{STATES[state]}</span>
        </h4>
        <p className={shared.facts}>
          {time} · Entry {entry_id.slice(0, 8)} · {url}
        </p>
      </div>
      <p className={state === "failed" ? classes.failed : shared.about}>
        {describeAttempts(delivery)}
      </p>
      <div className={`${shared.actions} ${rows.actions}`}>
        <ActionButton
          icon={Send}
          disabled={props.readOnly || state === "waiting"}
          aria-label={`Send again: ${about}`}
          onClick={() => void sendAgain()}
        >
          Send again
        </ActionButton>
        <ActionButton
          icon={Braces}
          aria-expanded={isOpen}
          aria-label={`Payload: ${about}`}
          onClick={() => setOpen(!isOpen)}
        >
          Payload
        </ActionButton>
      </div>
      {isOpen && <Payload id={id} about={about} />}
    </article>
  );
}

/** "2 attempts, the last one 14:05. Answer 503: “Busy”. The next one 14:25." */
function describeAttempts(delivery: WebhookDelivery): string {
  const { attempts, answered_at, status_code, answer, state, due_at } = delivery;
  if (answered_at === null) return "Not sent yet.";
  const moment = (time: string) => formatMoment(Date.parse(time));
  const status = status_code === null ? "No answer" : `Answer ${status_code}`;
  const said = answer?.trim().slice(0, 200);
  return [
    `${attempts === 1 ? "1 attempt" : `${attempts} attempts`}, the last one ${moment(answered_at)}.`,
    said ? `${status}: “${said}”.` : `${status}.`,
    ...(state === "waiting" ? [`The next one ${moment(due_at)}.`] : []),
  ].join(" ");
}

const PAYLOADS = {
  source: "webhook_deliveries",
  columns: "payload",
  schema: z.object({ payload: z.unknown() }),
};

/** What a delivery sends. It is read when it is opened, because it may be long. */
function Payload({ id, about }: { id: string; about: string }) {
  const read = useAnswer((server, me) => server.rows.readOne(me, PAYLOADS, { id }));
  const none = read === undefined ? "Loading..." : "It can be read when the server can be reached.";
  return (
    <ScrolledRegion label={`Payload: ${about}`} className={`${classes.code} ${classes.payload}`}>
      {read ? JSON.stringify(read.payload, null, 2) : none}
    </ScrolledRegion>
  );
}
