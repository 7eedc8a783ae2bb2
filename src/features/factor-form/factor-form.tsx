import { Button, type ButtonProps, Text, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { Factor } from "#session/own-account.ts";
import { useNow } from "#ui/use-now.ts";

interface FactorFormProps {
  factor: Pick<Factor, "kind" | "phoneEnding">;
  className: string | undefined;
  /** The class of an element around the buttons; without it there is none. */
  buttonsClassName?: string | undefined;
  /** The label and the look of the button. */
  submit: string;
  looks: ButtonProps;
  /** Sends a code. @returns when another one can be sent (epoch ms), or why none was sent */
  onSend: () => Promise<number | string>;
  /** @returns what is wrong with the code, or null */
  onCode: (code: string) => Promise<string | null>;
  /** Asks for the key. @returns why that failed, or null */
  onKey: () => Promise<string | null>;
  /** The button that cancels. */
  cancel?: ReactNode;
}

/** Asks for a second factor: the code of an app, a code that is sent to a phone, or a key. */
export function FactorForm(props: FactorFormProps) {
  switch (props.factor.kind) {
    case "totp":
      return <AppCodeForm {...props} />;
    case "phone":
      return <PhoneCodeForm {...props} />;
    case "webauthn":
      return <KeyForm {...props} />;
  }
}

function AppCodeForm(props: FactorFormProps) {
  return <CodeForm {...props} hint="Your authenticator app shows it." field={useCodeField()} />;
}

/** The last requested code: when another one can be sent (epoch ms), or how it stands. */
type SentCode = number | "sending" | "failed";

/** Sends a code to the phone when it is first shown, and again on request. */
function PhoneCodeForm(props: FactorFormProps) {
  const { phoneEnding } = props.factor;
  const field = useCodeField();
  const [sent, setSent] = useState<SentCode>("sending");
  const asked = useRef(false);

  async function send(): Promise<void> {
    setSent("sending");
    const answer = await props.onSend();
    setSent(typeof answer === "number" ? answer : "failed");
    if (typeof answer === "string") field.refuse(answer);
  }
  useEffect(() => {
    // Effects run twice in development, and one message is enough.
    if (asked.current) return;
    asked.current = true;
    void send();
  });

  const phone = phoneEnding === null ? "your phone" : `the phone that ends in ${phoneEnding}`;
  const hints = { sending: "We are sending a code", failed: "Codes go" };
  const hint = typeof sent === "number" ? "We sent a code" : hints[sent];
  return (
    <CodeForm {...props} hint={`${hint} to ${phone}.`} field={field}>
      {/* The key restarts the countdown for each new code. */}
      <SendAgain
        key={sent}
        sent={sent}
        fullWidth={props.looks.fullWidth ?? false}
        again={() => {
          field.clear();
          field.input.current?.focus();
          void send();
        }}
      />
    </CodeForm>
  );
}

/** A button that requests another code. It is enabled some time after the last one was sent. */
function SendAgain(props: { sent: SentCode; fullWidth: boolean; again: () => void }) {
  const { sent, fullWidth, again } = props;
  const now = useNow(1000);
  const left = typeof sent === "number" ? Math.ceil((sent - now) / 1000) : 0;
  return (
    <Button
      fullWidth={fullWidth}
      variant="default"
      disabled={sent === "sending" || left > 0}
      onClick={again}
    >
      {left > 0 ? `Send it again in ${left} s` : "Send it again"}
    </Button>
  );
}

function useCodeField() {
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // The code is the only thing to type here, so its field gets the focus.
  useEffect(() => input.current?.focus(), []);
  function refuse(words: string): void {
    setError(words);
    input.current?.focus();
    // Select the wrong code, so that the next one replaces it.
    input.current?.select();
  }
  return { input, error, clear: () => setError(null), refuse };
}

/** Asks for a code. @param props.children a button after the one that sends the form */
function CodeForm(
  props: FactorFormProps & {
    hint: string;
    field: ReturnType<typeof useCodeField>;
    children?: ReactNode;
  },
) {
  const { field } = props;
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    // Apps show the code in two groups of three digits.
    const code = String(new FormData(event.currentTarget).get("code")).replace(/\s/g, "");
    if (!/^\d{6}$/.test(code)) return field.refuse("Enter the 6 digits.");
    setBusy(true);
    field.clear();
    const refusal = await props.onCode(code);
    setBusy(false);
    if (refusal !== null) field.refuse(refusal);
  }

  return (
    <form noValidate className={props.className} onSubmit={(event) => void submit(event)}>
      <TextInput
        ref={field.input}
        name="code"
        label="6-digit code"
        description={props.hint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        error={field.error}
        errorProps={{ role: "alert" }}
      />
      <Buttons className={props.buttonsClassName}>
        <Button type="submit" loading={busy} {...props.looks}>
          {props.submit}
        </Button>
        {props.children}
        {props.cancel}
      </Buttons>
    </form>
  );
}

function Buttons(props: { className: string | undefined; children: ReactNode }) {
  const { className, children } = props;
  return className === undefined ? children : <div className={className}>{children}</div>;
}

/** Lets the browser ask for a security key or passkey. */
function KeyForm(props: FactorFormProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The only control here, so it gets the focus. The dialog cannot open without a click: browsers
  // show it only after a user action.
  useEffect(() => button.current?.focus(), []);

  async function ask(): Promise<void> {
    setBusy(true);
    setError(null);
    const refusal = await props.onKey();
    setBusy(false);
    setError(refusal);
  }

  return (
    <div className={props.className}>
      <Text>Have your security key or passkey ready. Your browser asks for it.</Text>
      {error !== null && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
      <Buttons className={props.buttonsClassName}>
        <Button {...props.looks} ref={button} loading={busy} onClick={() => void ask()}>
          {props.submit}
        </Button>
        {props.cancel}
      </Buttons>
    </div>
  );
}

export const FACTOR_KINDS: Readonly<Record<Factor["kind"], string>> = {
  totp: "Authenticator app",
  phone: "Phone",
  webauthn: "Security key",
};

/** The visible name of a factor: its own name, otherwise the name of its kind. */
export function factorTitle({ name, kind }: Pick<Factor, "name" | "kind">): string {
  return name ?? FACTOR_KINDS[kind];
}
