import type { AuthCode } from "@contracts/auth-code.ts";
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { askAccount, type Factor, type NewApp } from "#session/own-account.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { showStatus } from "#ui/toast.ts";
import { describeAccountRefusal } from "../describe-account-refusal.ts";
import classes from "../settings-page.module.css";
import { ProofForm } from "./proof-form.tsx";

/** Shown by authenticator apps beside the name of the account. */
const ISSUER = "Field Agents";

/** The suggested name of a new factor if it is not taken, and the hint of its field. */
const NAMES: Readonly<Record<Factor["kind"], readonly [first: string, hint: string]>> = {
  totp: ["Phone", "To tell it from others: the phone it is on, for example."],
  phone: ["Text messages", "To tell it from others."],
  webauthn: ["Security key", "To tell it from others. Your browser asks for the key then."],
};

const NO_NUMBER = "Enter the number with its country code: +1 555 123 4567, for example.";

/** Error codes of the auth server that are about the number and not about the name. */
const NUMBER_CODES: readonly string[] = [
  "mfa_verified_factor_exists",
  "validation_failed",
] satisfies AuthCode[];

interface NewFactorProps {
  kind: Factor["kind"];
  takenNames: readonly string[];
  disabled: boolean;
  onDone: () => void;
}

/** A factor that is in use after its first proof. */
interface BegunFactor {
  factor: Pick<Factor, "id" | "kind" | "phoneEnding">;
  name: string;
  app?: NewApp;
}

/** Adds a factor: first its name, then the key of an app, then a first code. */
export function NewFactorForm(props: NewFactorProps) {
  const { onDone } = props;
  const [begun, setBegun] = useState<BegunFactor | null>(null);
  if (begun === null) return <FactorNameForm {...props} onBegun={setBegun} />;
  const { factor, name, app } = begun;
  const proof = (
    <ProofForm
      factor={factor}
      submit="Turn on"
      onProven={async () => {
        showAdded(name);
        onDone();
      }}
      onCancel={() => {
        onDone();
        // If this fails, the unfinished factor has no effect, and is deleted when the next one is
        // started.
        void askAccount((auth) => auth.removeFactor(factor.id));
      }}
    />
  );
  if (app === undefined) return proof;
  return (
    <div className={classes.form}>
      <p>
        Scan this with your authenticator app, or type the key into it. Then enter the code it
        shows.
      </p>
      <img
        className={classes.picture}
        src={`data:image/svg+xml,${encodeURIComponent(app.qrCode)}`}
        alt="QR code of the key below"
        width={208}
        height={208}
      />
      <div className={classes.line}>
        <p>
          <span id="factor-key" className={classes.detail}>
            Key
          </span>
          <code className={classes.key}>{app.secret}</code>
        </p>
        <CopyButton text={app.secret} describedBy="factor-key" />
      </div>
      {proof}
    </div>
  );
}

/** Asks for the name of a new factor, and for the number of a phone; a key is added at once. */
function FactorNameForm(props: NewFactorProps & { onBegun: (begun: BegunFactor) => void }) {
  const { kind, disabled, onDone, onBegun } = props;
  const [first, hint] = NAMES[kind];
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<{ name?: string; number?: string }>({});
  const nameField = useRef<HTMLInputElement>(null);
  const numberField = useRef<HTMLInputElement>(null);
  useEffect(() => nameField.current?.focus(), []);

  /** @returns why it was not begun; nothing if it was */
  async function begin(name: string, written: string): Promise<typeof trouble> {
    if (kind === "webauthn") {
      const added = await askAccount((auth) => auth.addKey(name));
      if (added.kind !== "ok") return { name: describeAccountRefusal(added) };
      showAdded(name);
      onDone();
      return {};
    }
    if (kind === "totp") {
      const app = await askAccount((auth) => auth.beginApp(name, ISSUER));
      if (app.kind !== "ok") return { name: describeAccountRefusal(app) };
      onBegun({ factor: { id: app.value.id, kind, phoneEnding: null }, name, app: app.value });
      return {};
    }
    const number = readPhoneNumber(written);
    if (number === null) return { number: NO_NUMBER };
    const phone = await askAccount((auth) => auth.beginPhone(name, number));
    if (phone.kind !== "ok") {
      const isAboutNumber = phone.kind === "refused" && NUMBER_CODES.includes(phone.code);
      return { [isAboutNumber ? "number" : "name"]: describeAccountRefusal(phone) };
    }
    onBegun({ factor: { id: phone.value, kind, phoneEnding: number.slice(-2) }, name });
    return {};
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy || disabled) return;
    const form = new FormData(event.currentTarget);
    const name = String(form.get("factor")).trim();
    if (name === "") return setTrouble({ ...trouble, name: "Enter a name." });
    setBusy(true);
    setTrouble({});
    const found = await begin(name, String(form.get("phone")));
    setBusy(false);
    setTrouble(found);
    if (found.number !== undefined) numberField.current?.focus();
  }

  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        ref={nameField}
        name="factor"
        label="Name"
        description={hint}
        maxLength={60}
        defaultValue={freeName(first, props.takenNames)}
        error={trouble.name}
        errorProps={{ role: "alert" }}
      />
      {kind === "phone" && (
        <TextInput
          ref={numberField}
          name="phone"
          type="tel"
          label="Phone number"
          description="With its country code, like +1 555 123 4567. Codes are sent to it."
          autoComplete="tel"
          maxLength={24}
          error={trouble.number}
          errorProps={{ role: "alert" }}
        />
      )}
      <div className={classes.buttons}>
        <Button type="submit" loading={busy} disabled={disabled}>
          Continue
        </Button>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function showAdded(name: string): void {
  showStatus("Second factor added", `${name} is asked for at your next sign-in.`);
}

/** The first free name of "Phone", "Phone 2" and so on. */
function freeName(first: string, taken: readonly string[]): string {
  if (!taken.includes(first)) return first;
  let number = 2;
  while (taken.includes(`${first} ${number}`)) number += 1;
  return `${first} ${number}`;
}

/** Converts a typed phone number to E.164; null if it is not a number or has no country code. */
export function readPhoneNumber(written: string): string | null {
  const number = written.replace(/[\s().\-/]/g, "").replace(/^00/, "+");
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}
