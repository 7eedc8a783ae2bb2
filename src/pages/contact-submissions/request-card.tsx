import type { EarlyAccessRequest } from "@contracts/early-access-request.ts";
import { Button, NativeSelect, VisuallyHidden } from "@mantine/core";
import { type LucideIcon, Mail, Phone, UserPlus } from "lucide-react";
import { memo, type ReactNode, useId } from "react";
import { Link } from "react-router-dom";
import { invitedCompanyId } from "#commands/invitations.ts";
import { ActionButton } from "#features/administration/action-button.tsx";
import shared from "#features/administration/administration.module.css";
import { useMirror } from "#mirror/mirror-context.tsx";
import type { RequestDraft } from "#mirror/person/lists/draft-rows.ts";
import { keepRequestDraft } from "#mirror/person/lists/early-access-requests.ts";
import { formatMoment } from "#ui/format.ts";
import rows from "#ui/row.module.css";
import { NotesField } from "./notes-field.tsx";
import classes from "./request-card.module.css";
import { isRequestStatus, STATUS_NAMES } from "./request-status.ts";
import badge from "./status-badge.module.css";
import type { RequestActions } from "./use-request-actions.ts";

const STATUS_CHOICES = Object.entries(STATUS_NAMES).map(([value, label]) => ({ value, label }));

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
  const { submission, draft, savingStatus, offline, actions, companyName, onInvite } = props;
  const { id } = submission;
  const db = useMirror();
  const nameId = useId();
  const reasonId = useId();
  const chosen = draft?.status ?? null;
  const status = savingStatus ? (chosen ?? submission.status) : submission.status;
  /** A choice that is not saved. */
  const unsaved = savingStatus || chosen === submission.status ? null : chosen;
  // By the server's status, not the one that is being saved.
  const isQualified = submission.status === "qualified";
  const disabled = offline || actions === null;
  const describedBy = offline ? reasonId : undefined;
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
            <div className={classes.field}>
              <NativeSelect
                label="Status"
                value={status}
                data={STATUS_CHOICES}
                disabled={disabled}
                aria-describedby={describedBy}
                onChange={({ currentTarget: { value } }) => {
                  if (isRequestStatus(value)) actions?.setStatus(id, value);
                }}
              />
              {unsaved !== null && (
                <div className={shared.overtaken}>
                  <p className={shared.notice}>Not saved: {STATUS_NAMES[unsaved]}</p>
                  <div className={classes.save}>
                    <Button disabled={disabled} onClick={() => actions?.setStatus(id, unsaved)}>
                      Try again
                    </Button>
                    <Button
                      variant="default"
                      onClick={() => void keepRequestDraft(db, id, { status: null })}
                    >
                      Discard
                    </Button>
                  </div>
                </div>
              )}
            </div>
            {onInvite !== null && !isQualified && companyName === undefined && (
              <p className={shared.facts}>Qualified requests can be invited.</p>
            )}
            {onInvite !== null && (isQualified || companyName !== undefined) && (
              <div className={classes.field}>
                {companyName !== undefined && (
                  <p className={classes.made}>
                    Invited:{" "}
                    <Link
                      to={`/admin?tab=users&company=${invitedCompanyId(id)}`}
                      className={classes.reach ?? ""}
                    >
                      {companyName}
                    </Link>
                  </p>
                )}
                {isQualified && (
                  <ActionButton
                    variant={companyName === undefined ? "filled" : "default"}
                    icon={UserPlus}
                    disabled={disabled}
                    aria-describedby={describedBy}
                    onClick={() => onInvite(submission)}
                  >
                    {companyName === undefined ? "Invite" : "Invite Again"}
                  </ActionButton>
                )}
              </div>
            )}
          </div>
          <NotesField
            submission={submission}
            draft={draft}
            saving={props.savingNotes}
            disabled={disabled}
            describedBy={describedBy}
            onSave={(notes) => actions?.saveNotes(submission, notes)}
          />
        </div>
        {offline && (
          <p id={reasonId} className={`${shared.waiting} ${classes.reason}`}>
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
  const fact = (term: string, value: ReactNode, isObvious = false) => (
    <div className={classes.fact}>
      {isObvious ? <VisuallyHidden component="dt">{term}</VisuallyHidden> : <dt>{term}</dt>}
      <dd>{value}</dd>
    </div>
  );
  const reach = (to: string, Icon: LucideIcon, text: string) => (
    <a href={to} className={classes.reach}>
      <Icon size={18} aria-hidden />
      {text}
    </a>
  );
  return (
    <dl className={classes.facts}>
      {fact("Email", reach(mailAddress(email), Mail, email), true)}
      {fact("Phone", reach(dialled(phone), Phone, phone), true)}
      {fact("Field techs", submission.field_tech_count)}
      {fact("CRM", submission.current_crm)}
      {fact(
        "Submitted",
        <time dateTime={new Date(submitted).toISOString()}>{formatMoment(submitted)}</time>,
      )}
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
