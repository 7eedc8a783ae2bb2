import { Button, type ButtonProps, Text, TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useNow } from "./use-now.ts";

const NAME = "code";

/** Shown if the typed text is not a code. */
const NO_CODE = "Enter the 6 digits.";

interface CodeFormProps {
  className: string | undefined;
  /** Called with the typed code. @returns what is wrong with it, or null */
  onCode: (code: string) => Promise<string | null>;
}

/** Asks for the code of an authenticator app. */
export function AppCodeForm(props: CodeFormProps & { buttons: (busy: boolean) => ReactNode }) {
  const field = useCodeField();
  return (
    <Form {...props} hint="Your authenticator app shows it." field={field}>
      {props.buttons}
    </Form>
  );
}

/** Sends a code to a phone, and asks for it. */
export function PhoneCodeForm(
  props: CodeFormProps & {
    phone: CodePhone;
    buttons: (busy: boolean, code: SentCode) => ReactNode;
  },
) {
  const field = useCodeField();
  const code = useSentCode(props.phone, field.refuse);

  function sendAgain(): void {
    field.clear();
    field.input.current?.focus();
    code.again();
  }

  return (
    <Form {...props} hint={code.hint} field={field}>
      {(busy) => props.buttons(busy, { ...code, again: sendAgain })}
    </Form>
  );
}

type CodeField = ReturnType<typeof useCodeField>;

function useCodeField() {
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // The code is the only thing to type here, so its field gets the focus.
  useEffect(() => input.current?.focus(), []);
  const [refuse] = useState(() => (words: string) => {
    setError(words);
    input.current?.focus();
    // Select the wrong code, so that the next one replaces it.
    input.current?.select();
  });
  return { input, error, clear: () => setError(null), refuse };
}

function Form(
  props: CodeFormProps & {
    hint: string;
    field: CodeField;
    children: (busy: boolean) => ReactNode;
  },
) {
  const { field } = props;
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const code = readCode(event.currentTarget);
    if (code === null) {
      field.refuse(NO_CODE);
      return;
    }
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
        name={NAME}
        label="6-digit code"
        description={props.hint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        error={field.error}
        errorProps={{ role: "alert" }}
      />
      {props.children(busy)}
    </form>
  );
}

/** The typed code; null if the text is not a code. */
function readCode(form: HTMLFormElement): string | null {
  // Apps show the code in two groups of three digits.
  const code = String(new FormData(form).get(NAME)).replace(/\s/g, "");
  return /^\d{6}$/.test(code) ? code : null;
}

/** A phone that receives codes. */
interface CodePhone {
  /** The last digits of its number, if they are known. */
  ending: string | null;
  /**
   * Sends a code.
   * @returns the time when another one can be sent (epoch ms), or why none was sent
   */
  send(): Promise<number | string>;
}

type Sending = { kind: "sending" } | { kind: "failed" } | { kind: "sent"; againAt: number };

/** The state of the last requested code. */
interface SentCode {
  /** The hint of the code's field. */
  hint: string;
  sending: Sending;
  again(): void;
}

/**
 * Sends a code when the component is first shown, and again on request.
 * @param onRefusal called with the reason if the code was not sent
 */
function useSentCode(phone: CodePhone, onRefusal: (words: string) => void): SentCode {
  const [sending, setSending] = useState<Sending>({ kind: "sending" });
  const asked = useRef(false);

  const ask = useCallback(async () => {
    setSending({ kind: "sending" });
    const answer = await phone.send();
    if (typeof answer === "number") {
      setSending({ kind: "sent", againAt: answer });
    } else {
      setSending({ kind: "failed" });
      onRefusal(answer);
    }
  }, [phone, onRefusal]);
  useEffect(() => {
    // Effects run twice in development, and one message is enough.
    if (asked.current) return;
    asked.current = true;
    void ask();
  }, [ask]);

  const name = phone.ending === null ? "your phone" : `the phone that ends in ${phone.ending}`;
  const words = { sending: "We are sending a code", failed: "Codes go", sent: "We sent a code" };
  return { hint: `${words[sending.kind]} to ${name}.`, sending, again: () => void ask() };
}

/** A button that requests another code. It is enabled some time after the last one was sent. */
export function SendAgain({ code, ...looks }: { code: SentCode } & ButtonProps) {
  const { sending, again } = code;
  if (sending.kind === "sent") {
    // The key restarts the countdown for each new code.
    return <AfterPause key={sending.againAt} againAt={sending.againAt} again={again} {...looks} />;
  }
  return (
    <Button {...looks} variant="default" disabled={sending.kind === "sending"} onClick={again}>
      Send it again
    </Button>
  );
}

function AfterPause(props: { againAt: number; again: () => void } & ButtonProps) {
  const { againAt, again, ...looks } = props;
  const left = Math.ceil((againAt - useNow(1000)) / 1000);
  return (
    <Button {...looks} variant="default" disabled={left > 0} onClick={again}>
      {left > 0 ? `Send it again in ${left} s` : "Send it again"}
    </Button>
  );
}

/** Lets the browser ask for a security key or passkey. */
export function KeyForm(props: {
  className: string | undefined;
  /** The class of the element around the button and `children`. */
  buttonsClassName?: string | undefined;
  /** The label and the look of the button. */
  submit: string;
  looks?: ButtonProps;
  /** Asks for the key. @returns why that failed, or null */
  onAsk: () => Promise<string | null>;
  children?: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The only control here, so it gets the focus. The dialog cannot open without a click: browsers
  // show it only after a user action.
  useEffect(() => button.current?.focus(), []);

  async function ask(): Promise<void> {
    setBusy(true);
    setError(null);
    const refusal = await props.onAsk();
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
      <div className={props.buttonsClassName}>
        <Button {...props.looks} ref={button} loading={busy} onClick={() => void ask()}>
          {props.submit}
        </Button>
        {props.children}
      </div>
    </div>
  );
}
