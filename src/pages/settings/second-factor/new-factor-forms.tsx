import type { AuthCode } from "@contracts/auth-code.ts";
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import {
  addKey,
  beginApp,
  beginPhone,
  type Factor,
  type NewApp,
  removeFactor,
} from "#session/own-account.ts";
import { CopyButton } from "#ui/copy-button.tsx";
import { showStatus } from "#ui/toast.ts";
import { describeAccountRefusal } from "../describe-account-refusal.ts";
import classes from "../settings-page.module.css";
import { ProofForm } from "./proof-form.tsx";

const NO_NUMBER = "Enter the number with its country code: +1 555 123 4567, for example.";

/** Error codes of the auth server that are about the number and not about the name. */
const NUMBER_CODES: readonly string[] = [
  "mfa_verified_factor_exists",
  "validation_failed",
] satisfies AuthCode[];

interface NewFactorProps {
  takenNames: readonly string[];
  disabled: boolean;
  onDone: () => void;
}

/** Adds an authenticator app: first its name, then its QR code or key, then a first code. */
export function NewAppForm(props: NewFactorProps) {
  const [begun, setBegun] = useState<(NewApp & { name: string }) | null>(null);
  if (begun === null) {
    return (
      <FactorNameForm
        {...props}
        first="Phone"
        description="To tell it from others: the phone it is on, for example."
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
      <p>
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
          <span id="factor-key" className={classes.detail}>
            Key
          </span>
          <code className={classes.key}>{begun.secret}</code>
        </p>
        <CopyButton text={begun.secret} describedBy="factor-key" />
      </div>
      <FirstProof
        factor={{ id: begun.id, kind: "totp", phoneEnding: null }}
        name={begun.name}
        onDone={props.onDone}
      />
    </div>
  );
}

/** Adds a phone: first its name and number, then the code that is sent to it. */
export function NewPhoneForm(props: NewFactorProps) {
  const [begun, setBegun] = useState<{ id: string; name: string; ending: string } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  function refuseNumber(words: string): null {
    setError(words);
    field.current?.focus();
    return null;
  }

  async function begin(name: string, form: FormData): Promise<string | null> {
    const number = readPhoneNumber(String(form.get("phone")));
    if (number === null) return refuseNumber(NO_NUMBER);
    setError(null);
    const phone = await beginPhone(name, number);
    if (phone.kind === "ok") {
      setBegun({ id: phone.value, name, ending: number.slice(-2) });
      return null;
    }
    const words = describeAccountRefusal(phone);
    const isAboutNumber = phone.kind === "refused" && NUMBER_CODES.includes(phone.code);
    return isAboutNumber ? refuseNumber(words) : words;
  }

  if (begun === null) {
    return (
      <FactorNameForm
        {...props}
        first="Text messages"
        description="To tell it from others."
        onName={begin}
      >
        <TextInput
          ref={field}
          name="phone"
          type="tel"
          label="Phone number"
          description="With its country code, like +1 555 123 4567. Codes are sent to it."
          autoComplete="tel"
          maxLength={24}
          error={error}
          errorProps={{ role: "alert" }}
        />
      </FactorNameForm>
    );
  }
  const factor = { id: begun.id, kind: "phone", phoneEnding: begun.ending } as const;
  return <FirstProof factor={factor} name={begun.name} onDone={props.onDone} />;
}

/** Adds a security key or passkey: first its name, then the browser's own dialog. */
export function NewKeyForm(props: NewFactorProps) {
  return (
    <FactorNameForm
      {...props}
      first="Security key"
      description="To tell it from others. Your browser asks for the key then."
      onName={async (name) => {
        const added = await addKey(name);
        if (added.kind !== "ok") return describeAccountRefusal(added);
        showAdded(name);
        props.onDone();
        return null;
      }}
    />
  );
}

/** Asks for the name of a new factor, and for other fields of its kind. */
function FactorNameForm(
  props: NewFactorProps & {
    /** The suggested name if it is not taken. */
    first: string;
    description: string;
    /** Continues with this name. @returns why that is not possible, or null */
    onName: (name: string, form: FormData) => Promise<string | null>;
    /** More fields below the name. */
    children?: ReactNode;
  },
) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy || props.disabled) return;
    const form = new FormData(event.currentTarget);
    const name = String(form.get("factor")).trim();
    if (name === "") return setError("Enter a name.");
    setBusy(true);
    setError(null);
    const refusal = await props.onName(name, form);
    setBusy(false);
    setError(refusal);
  }

  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        ref={field}
        name="factor"
        label="Name"
        description={props.description}
        maxLength={60}
        defaultValue={freeName(props.first, props.takenNames)}
        error={error}
        errorProps={{ role: "alert" }}
      />
      {props.children}
      <div className={classes.buttons}>
        <Button type="submit" loading={busy} disabled={props.disabled}>
          Continue
        </Button>
        <Button variant="default" onClick={props.onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Asks for the first proof of a new factor, which is in use from then on. */
function FirstProof(props: {
  factor: Pick<Factor, "id" | "kind" | "phoneEnding">;
  name: string;
  onDone: () => void;
}) {
  const { factor, name, onDone } = props;
  return (
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
        void removeFactor(factor.id);
      }}
    />
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
