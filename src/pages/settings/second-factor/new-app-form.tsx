import { useState } from "react";
import { beginApp, type NewApp, removeFactor } from "#session/own-account.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { describeAccountRefusal } from "../describe-account-refusal.ts";
import classes from "../settings-page.module.css";
import { FactorNameForm } from "./factor-name-form.tsx";
import { ProofForm } from "./proof-form.tsx";
import { showAdded } from "./show-added.ts";

/** Adds an authenticator app: first its name, then its QR code or key, then a first code. */
export function NewAppForm(props: {
  takenNames: readonly string[];
  disabled: boolean;
  onDone: () => void;
}) {
  const [begun, setBegun] = useState<(NewApp & { name: string }) | null>(null);
  if (begun === null) {
    return (
      <FactorNameForm
        first="Phone"
        description="To tell it from others: the phone it is on, for example."
        takenNames={props.takenNames}
        disabled={props.disabled}
        onCancel={props.onDone}
        onName={async (name) => {
          const app = await beginApp(name);
          if (app.kind !== "ok") return describeAccountRefusal(app);
          setBegun({ ...app.value, name });
          return null;
        }}
      />
    );
  }
  return (
    <div className={classes.form}>
      <p className={classes.text}>
        Scan this with your authenticator app, or type the key into it. Then enter the code it
        shows.
      </p>
      <img
        className={classes.picture}
        src={`data:image/svg+xml,${encodeURIComponent(begun.qrCode)}`}
        alt="QR code of the key below"
        width={208}
        height={208}
      />
      <div className={classes.line}>
        <p>
          <span id="factor-key" className={classes.term}>
            Key
          </span>
          <code className={classes.key}>{begun.secret}</code>
        </p>
        <CopyButton text={begun.secret} describedBy="factor-key" />
      </div>
      <ProofForm
        factor={{ id: begun.id, kind: "totp", phoneEnding: null }}
        submit="Turn on"
        onProven={async () => {
          showAdded(begun.name);
          props.onDone();
        }}
        onCancel={() => {
          props.onDone();
          // If this fails, the unfinished factor has no effect, and is deleted when the next one is
          // started.
          void removeFactor(begun.id);
        }}
      />
    </div>
  );
}
