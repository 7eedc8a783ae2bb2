import { TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { type CodePhone, type SentCode, useSentCode } from "./sent-code.tsx";

const NAME = "code";

/** Shown if the typed text is not a code. */
const NO_CODE = "Enter the 6 digits.";

interface CodeFormProps {
  className: string | undefined;
  /**
   * Called with the typed code.
   * @returns what is wrong with it, or null
   */
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
