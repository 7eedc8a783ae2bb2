import { WEBHOOK_EVENTS, type Webhook, type WebhookDelivery } from "@contracts/webhook.ts";
import { KeyRound, Pause, Play, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { changeRow, makeSecret, removeRow } from "#commands/list-rows.ts";
import { RowActions } from "#features/administration/action-button.tsx";
import { useQuestion } from "#features/administration/admin-dialog.tsx";
import shared from "#features/administration/administration.module.css";
import { Check } from "#features/administration/choices.tsx";
import { OneFieldForm } from "#features/administration/one-field-form.tsx";
import { showResult } from "#features/administration/show-result.ts";
import { ShownOnce } from "#features/administration/temporary-password.tsx";
import { useCommand, useReadOnly } from "#features/administration/use-command.ts";
import { ListPlaceholder, listTexts, RefreshNotice } from "#features/lists/list-placeholder.tsx";
import { ServerRows } from "#features/lists/sorted-rows.tsx";
import type { ListState } from "#features/lists/use-list.ts";
import { WEBHOOKS } from "#mirror/person/lists/webhooks.ts";
import { formatMoment } from "#ui/format.ts";
import { showError } from "#ui/toast.ts";
import { Delivery, EVENT_NAMES } from "./deliveries.tsx";
import classes from "./integrations.module.css";

const WEBHOOK_TEXTS = listTexts("No webhooks yet", "webhooks");
const DELIVERY_TEXTS = listTexts("Nothing was sent yet", "deliveries");
const STATES = ["failed", "waiting", "delivered"];

/** A list of the mirror, and its state. */
interface KnownList<Row> {
  rows: readonly Row[] | undefined;
  state: ListState;
}

/** The addresses that a company's entries are sent to, and what was sent. */
export function WebhooksSection(props: {
  companyId: string;
  webhooks: KnownList<Webhook>;
  deliveries: KnownList<WebhookDelivery>;
}) {
  const { companyId, webhooks, deliveries } = props;
  const command = useCommand();
  const readOnly = useReadOnly();
  /** The secret that was made last, and the address that it belongs to. */
  const [made, setMade] = useState<{ url: string; secret: string } | null>(null);
  const place = useRef<HTMLElement>(null);
  const [question, ask] = useQuestion(companyId, () => place.current);

  /** @param wanted the webhook that gets a new secret; null for a new webhook */
  async function make(address: string, wanted: string | null): Promise<boolean> {
    if (command === null) return false;
    const values = { company: companyId, address, wanted };
    const result = await makeSecret(command, ["make_webhook_secret", values], WEBHOOKS);
    if (result.kind === "made") setMade({ url: address, secret: result.secret });
    else showError("Error saving webhook", result.message);
    return result.kind === "made";
  }
  const askToRenew = ({ id, url }: Webhook) =>
    ask({
      title: "Make a new secret?",
      confirm: "Make a new one",
      text: `${url} takes no message before it has the new secret.`,
      act: () => make(url, id),
    });
  function askToDelete({ id, url }: Webhook): void {
    const own = deliveries.rows?.filter((each) => each.webhook_id === id) ?? [];
    const waiting = own.filter(({ state }) => state === "waiting").length;
    ask({
      title: "Delete webhook?",
      confirm: "Delete",
      text: `The deliveries to ${url} are deleted, too (${own.length}, not sent yet: ${waiting}).`,
      async act() {
        if (command === null) return;
        const sent = removeRow(command, WEBHOOKS, id);
        await showResult(sent, "Error deleting webhook", "Webhook deleted", url);
      },
    });
  }

  return (
    <section ref={place} tabIndex={-1} aria-labelledby="webhooks" className={shared.panel}>
      <h2 id="webhooks" className={shared.title}>
        Webhooks
      </h2>
      <p className={shared.about}>
        Entries are sent to these addresses when they arrive or change, signed as Standard Webhooks
        says. What is not taken is sent again for three days.
      </p>
      <OneFieldForm
        label="Address"
        description="Of your system on the Internet, for example https://crm.example.com/notes"
        maxLength={500}
        words={["Add webhook", "Adding..."]}
        findProblem={findAddressProblem}
        onAdd={(typed) => make(typed.trim(), null)}
      />
      {made !== null && (
        <div role="status" className={shared.lines}>
          <ShownOnce label={`The secret for ${made.url}:`} secret={made.secret}>
            With it, the receiver checks that a message is from here.
          </ShownOnce>
        </div>
      )}
      <RefreshNotice state={webhooks.state} />
      {webhooks.rows === undefined || webhooks.rows.length === 0 ? (
        <ListPlaceholder
          state={webhooks.state}
          words={WEBHOOK_TEXTS}
          rowHeight={240}
          rows={1}
          compact
        />
      ) : (
        <ul className={classes.list} aria-label="Webhooks">
          {webhooks.rows.map((webhook) => (
            <li key={webhook.id}>
              <WebhookCard
                webhook={webhook}
                deliveries={deliveries.rows?.filter((each) => each.webhook_id === webhook.id) ?? []}
                readOnly={readOnly}
                onAskToRenew={() => askToRenew(webhook)}
                onAskToDelete={() => askToDelete(webhook)}
              />
            </li>
          ))}
        </ul>
      )}
      <h3 className={shared.title}>Deliveries</h3>
      <p className={shared.about}>The newest of the last 30 days, and those that failed.</p>
      <ServerRows
        {...deliveries}
        words={DELIVERY_TEXTS}
        compact
        columns={{ state: { title: "State", value: ({ state }) => STATES.indexOf(state) } }}
        usual="Newest first"
        label="Deliveries"
        usualHeight={150}
        row={(delivery) => (
          <Delivery
            delivery={delivery}
            url={webhooks.rows?.find(({ id }) => id === delivery.webhook_id)?.url ?? ""}
            readOnly={readOnly}
          />
        )}
      />
      {question}
    </section>
  );
}

function WebhookCard(props: {
  webhook: Webhook;
  /** What it was sent, the newest first. */
  deliveries: readonly WebhookDelivery[];
  readOnly: boolean;
  onAskToRenew: () => void;
  onAskToDelete: () => void;
}) {
  const { webhook, deliveries, readOnly } = props;
  const { id, url, events, is_paused } = webhook;
  const command = useCommand();
  const failed = deliveries.filter(({ state }) => state === "failed");
  const toggle = is_paused ? "Continue" : "Pause";

  async function change(changed: Partial<Webhook>, done: string): Promise<void> {
    if (command === null) return;
    await showResult(changeRow(command, WEBHOOKS, id, changed), "Error saving webhook", done, url);
  }
  return (
    <article className={`${shared.card} ${classes.card}`}>
      <h3 className={shared.name}>
        {url} {is_paused && <span className={shared.pill}>Paused</span>}
      </h3>
      {failed.length > 0 && (
        <p className={classes.failed}>
          {failed.length === 1 ? "1 delivery" : `${failed.length} deliveries`} failed since{" "}
          {formatMoment(Date.parse(failed.at(-1)?.created_at ?? ""))}
        </p>
      )}
      <fieldset className={shared.checks} disabled={readOnly}>
        <legend className={shared.legend}>Is told of</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <Check
            key={event}
            label={EVENT_NAMES[event]}
            checked={events.includes(event)}
            onChange={(isTold) => {
              const others = events.filter((each) => each !== event);
              void change({ events: isTold ? [...others, event] : others }, "Events changed");
            }}
          />
        ))}
      </fieldset>
      <RowActions
        row={url}
        disabled={readOnly}
        actions={{
          pause: [
            is_paused ? Play : Pause,
            toggle,
            () => void change({ is_paused: !is_paused }, `Webhook: ${toggle}`),
          ],
          renew: [KeyRound, "New secret", props.onAskToRenew],
          delete: [Trash2, "Delete", props.onAskToDelete],
        }}
      />
    </article>
  );
}

/** Why an address can't be told of entries; null if it can. */
function findAddressProblem(address: string): string | null {
  const url = URL.parse(address.trim());
  if (url === null) return "Enter an address that begins with https://";
  if (url.protocol !== "https:") return "Only https:// is possible: others can read what is sent.";
  if (url.username !== "" || url.password !== "") {
    return "An address can't have a name or password: the secret shows who sends.";
  }
  return null;
}
