import type { JobImportToken } from "@contracts/job.ts";
import { Button, Group } from "@mantine/core";
import { KeyRound, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { makeSecret, removeRow } from "#commands/list-rows.ts";
import { RowActions } from "#features/administration/action-button.tsx";
import { useQuestion } from "#features/administration/admin-dialog.tsx";
import shared from "#features/administration/administration.module.css";
import { showResult } from "#features/administration/show-result.ts";
import { ShownOnce } from "#features/administration/temporary-password.tsx";
import { useCommand, useReadOnly } from "#features/administration/use-command.ts";
import { JOB_IMPORT_TOKENS } from "#mirror/person/lists/jobs.ts";
import { useSession } from "#session/session.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { formatMoment } from "#ui/format.ts";
import { showError } from "#ui/toast.ts";
import classes from "./integrations.module.css";

/** The token with which a company's own system sends jobs. */
export function ImportTokenSection(props: {
  companyId: string;
  /** When it was made and used; null if there is none. */
  token: JobImportToken | null;
}) {
  const { companyId, token } = props;
  const command = useCommand();
  const readOnly = useReadOnly();
  const url = useSession(({ deployment }) => deployment?.supabaseUrl.replace(/\/$/, ""));
  const [made, setMade] = useState<string | null>(null);
  const place = useRef<HTMLElement>(null);
  const [question, ask] = useQuestion(companyId, () => place.current);

  async function make(): Promise<void> {
    if (command === null) return;
    const call = ["make_job_import_token", { company: companyId }] as const;
    const result = await makeSecret(command, [...call], JOB_IMPORT_TOKENS);
    if (result.kind === "made") setMade(result.secret);
    else showError("Error making a token", result.message);
  }
  const askToRenew = () =>
    ask({
      title: "Make a new token?",
      confirm: "Make a new one",
      text: "The present one stops working at once.",
      act: make,
    });
  const askToRevoke = (id: string) =>
    ask({
      title: "Revoke the token?",
      confirm: "Revoke",
      text: "Your system can send no jobs any more.",
      async act() {
        if (command === null) return;
        setMade(null);
        const sent = removeRow(command, JOB_IMPORT_TOKENS, id);
        await showResult(
          sent,
          "Error revoking the token",
          "Token revoked",
          "It opens nothing now.",
        );
      },
    });

  const example = [
    `curl ${url}/functions/v1/import-jobs`,
    `-H "Authorization: Bearer ${made ?? "jobs_…"}"`,
    '-H "Content-Type: application/json"',
    `-d '{"jobs": [{"number": "A-200", "title": "Boiler room", "status": "open"}]}'`,
  ].join(" \\\n  ");
  return (
    <section ref={place} tabIndex={-1} aria-labelledby="import-token" className={shared.panel}>
      <h2 id="import-token" className={shared.title}>
        Let your system send jobs
      </h2>
      <p className={shared.about}>
        With a token, your own system adds jobs and changes them by their number. The token opens
        nothing else.
      </p>
      {token === null ? (
        <Group>
          <Button disabled={readOnly} onClick={() => void make()}>
            Make a token
          </Button>
        </Group>
      ) : (
        <>
          <p>
            Made {formatMoment(Date.parse(token.created_at))}.{" "}
            {token.last_used_at === null
              ? "Never used."
              : `Last used ${formatMoment(Date.parse(token.last_used_at))}.`}
          </p>
          <RowActions
            row="import token"
            disabled={readOnly}
            actions={{
              renew: [KeyRound, "Make a new one", askToRenew],
              revoke: [Trash2, "Revoke", () => askToRevoke(token.id)],
            }}
          />
        </>
      )}
      {made !== null && (
        <div role="status" className={shared.lines}>
          <ShownOnce label="The token for your system:" secret={made}>
            Everybody who has it can send jobs.
          </ShownOnce>
        </div>
      )}
      {token !== null && (
        <div className={shared.lines}>
          <div className={shared.head}>
            <h3 id="token-example" className={shared.label}>
              Example
            </h3>
            <CopyButton text={example} describedBy="token-example" />
          </div>
          <p className={classes.code}>{example}</p>
          <p className={shared.about}>
            A job may also have a customer, a site, a status (open or closed) and equipment: a list
            of objects with maker, model and serial. What a job lacks stays as it is.
          </p>
        </div>
      )}
      {question}
    </section>
  );
}
