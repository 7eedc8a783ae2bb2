import { Button, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import type { Factor } from "#session/own-account.ts";
import { AppCodeForm, KeyForm, PhoneCodeForm, SendAgain } from "#ui/code-form.tsx";

/** Asks for a second factor: the code of an app, a code that is sent to a phone, or a key. */
export function FactorForm(props: {
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
}) {
  const { factor, className, buttonsClassName, submit, looks, onCode, cancel } = props;
  const buttons = (busy: boolean, sendAgain?: ReactNode) => {
    const all = (
      <>
        <Button type="submit" loading={busy} {...looks}>
          {submit}
        </Button>
        {sendAgain}
        {cancel}
      </>
    );
    return buttonsClassName === undefined ? all : <div className={buttonsClassName}>{all}</div>;
  };
  switch (factor.kind) {
    case "totp":
      return <AppCodeForm className={className} onCode={onCode} buttons={buttons} />;
    case "phone":
      return (
        <PhoneCodeForm
          className={className}
          phone={{ ending: factor.phoneEnding, send: props.onSend }}
          onCode={onCode}
          buttons={(busy, code) =>
            buttons(busy, <SendAgain code={code} fullWidth={looks.fullWidth ?? false} />)
          }
        />
      );
    case "webauthn":
      return (
        <KeyForm
          className={className}
          buttonsClassName={buttonsClassName}
          submit={submit}
          looks={looks}
          onAsk={props.onKey}
        >
          {cancel}
        </KeyForm>
      );
  }
}
