import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import { VisuallyHidden } from "@mantine/core";
import { Mail, Phone } from "lucide-react";
import { memo, useId } from "react";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { RequestDraft } from "#mirror/person/lists/draft-rows.ts";
import { keepRequestDraft } from "#mirror/person/lists/early-access-requests.ts";
import { formatMoment } from "#ui/format.ts";
import rows from "#ui/row.module.css";
import { InviteField } from "./invite-field.tsx";
import { NotesField } from "./notes-field.tsx";
import classes from "./request-card.module.css";
import { STATUS_NAMES } from "./request-status.ts";
import badge from "./status-badge.module.css";
import { StatusField } from "./status-field.tsx";
import type { RequestActions } from "./use-request-actions.ts";

interface RequestCardProps {
  submission: EarlyAccessRequest;
  draft: RequestDraft | undefined;
  savingStatus: boolean;
  savingNotes: boolean;
  offline: boolean;
  /** Null while the backend client is being loaded. */
  actions: RequestActions | null;
  /** The name of the company that was made from the request. */
  companyName: string | undefined;
  /** Null for a viewer who cannot make companies. */
  onInvite: ((submission: EarlyAccessRequest) => void) | null;
}

/** A request for early access and its actions. */
export const RequestCard = memo(function RequestCard(props: RequestCardProps) {
  const { submission, draft, savingStatus, offline, actions, onInvite } = props;
  const { id } = submission;
  const db = useMirror();
  const nameId = useId();
  const reasonId = useId();
  const chosen = draft?.status ?? null;
  const status = savingStatus ? (chosen ?? submission.status) : submission.status;
  const fixed = {
    disabled: offline || actions === null,
    describedBy: offline ? reasonId : undefined,
  };
  return (
    <div className={classes.place}>
      <article aria-labelledby={nameId} className={`${rows.row} ${classes.card}`}>
        <div className={classes.head}>
          <div className={classes.who}>
            <h2 id={nameId} className={classes.name}>
              {submission.name}
            </h2>
            <p className={classes.company}>{submission.company}</p>
          </div>
          <span className={badge.badge} data-status={status}>
            {STATUS_NAMES[status]}
          </span>
        </div>
        <Facts submission={submission} />
        <div className={classes.fields}>
          <div className={classes.field}>
            <StatusField
              shown={status}
              unsaved={savingStatus || chosen === submission.status ? null : chosen}
              {...fixed}
              onChoose={(next) => actions?.setStatus(id, next)}
              onForget={() => void keepRequestDraft(db, id, { status: null })}
            />
            {onInvite !== null && (
              <InviteField
                // The server's, not the one that is being saved.
                status={submission.status}
                requestId={id}
                companyName={props.companyName}
                {...fixed}
                onInvite={() => onInvite(submission)}
              />
            )}
          </div>
          <NotesField
            submission={submission}
            draft={draft}
            saving={props.savingNotes}
            {...fixed}
            onSave={(notes) => actions?.saveNotes(submission, notes)}
          />
        </div>
        {offline && (
          <p id={reasonId} className={classes.reason}>
            You are offline. What you type is kept on this device; it can be saved when you are back
            online.
          </p>
        )}
      </article>
    </div>
  );
});

function Facts({ submission }: { submission: EarlyAccessRequest }) {
  const { email, phone } = submission;
  const submitted = Date.parse(submission.created_at);
  return (
    <dl className={classes.facts}>
      <div className={classes.fact}>
        <VisuallyHidden component="dt">Email</VisuallyHidden>
        <dd>
          <a href={mailAddress(email)} className={classes.reach}>
            <Mail size={18} aria-hidden />
            {email}
          </a>
        </dd>
      </div>
      <div className={classes.fact}>
        <VisuallyHidden component="dt">Phone</VisuallyHidden>
        <dd>
          <a href={dialled(phone)} className={classes.reach}>
            <Phone size={18} aria-hidden />
            {phone}
          </a>
        </dd>
      </div>
      <div className={classes.fact}>
        <dt>Field techs</dt>
        <dd>{submission.field_tech_count}</dd>
      </div>
      <div className={classes.fact}>
        <dt>CRM</dt>
        <dd>{submission.current_crm}</dd>
      </div>
      <div className={classes.fact}>
        <dt>Submitted</dt>
        <dd>
          <time dateTime={new Date(submitted).toISOString()}>{formatMoment(submitted)}</time>
        </dd>
      </div>
    </dl>
  );
}

/** Encodes the address, so that `?` or `&` in it cannot add other fields to the mail. */
function mailAddress(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll("%40", "@")}`;
}

/** Only the number: words after it are an extension or a comment. */
function dialled(phone: string): string {
  const [number = ""] = phone.split(/\p{L}/u);
  return `tel:${number.replaceAll(/[^\d+]/g, "")}`;
}
