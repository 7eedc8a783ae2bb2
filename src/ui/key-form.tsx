import { Button, type ButtonProps, Text } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";

/** Has the browser ask for a security key or passkey. */
export function KeyForm(props: {
  className: string | undefined;
  /** Of the button and what stands beside it. */
  buttonsClassName?: string | undefined;
  /** What the button says, and how it looks. */
  submit: string;
  looks?: ButtonProps;
  /** Asks for the key. @returns why that did not work, or null */
  onAsk: () => Promise<string | null>;
  children?: ReactNode;
}) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  // There is one thing to do here. Browsers show their dialog to who has pressed something.
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
