import { Button, type ButtonProps, Text } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";

/** Lets the browser ask for a security key or passkey. */
export function KeyForm(props: {
  className: string | undefined;
  /** The class of the element around the button and `children`. */
  buttonsClassName?: string | undefined;
  /** The label and the look of the button. */
  submit: string;
  looks?: ButtonProps;
  /**
   * Asks for the key.
   * @returns why that failed, or null
   */
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
