import { Button } from "@mantine/core";
import { useMemo } from "react";
import {
  type AccountResult,
  type Factor,
  proveFactor,
  proveKey,
  sendCode,
} from "#session/own-account.ts";
import { AppCodeForm, KeyForm, PhoneCodeForm, SendAgain } from "#ui/code-form.tsx";
import {
  describeAccountRefusal,
  describeCodeNotSent,
  describePhoneCodeRefusal,
} from "../describe-account-refusal.ts";
import classes from "../settings-page.module.css";

/** Asks for proof of a factor: of a new one, or before the others can be changed. */
export function ProofForm(props: {
  factor: Pick<Factor, "id" | "kind" | "phoneEnding">;
  /** The label of the button. */
  submit: string;
  danger?: boolean;
  onProven: () => Promise<void>;
  onCancel: () => void;
}) {
  const { factor, submit } = props;
  const { id, kind, phoneEnding: ending } = factor;
  const phone = useMemo(() => {
    return {
      ending,
      async send() {
        const sent = await sendCode(id);
        return sent.kind === "ok" ? sent.value : describeCodeNotSent(sent);
      },
    };
  }, [id, ending]);
  const looks = props.danger ? { color: "danger" } : {};

  async function prove(proving: Promise<AccountResult<null>>): Promise<string | null> {
    const proven = await proving;
    if (proven.kind === "ok") await props.onProven();
    return describeResult(proven, kind);
  }

  const onCode = (code: string) => prove(proveFactor(factor, code));
  const prover = (busy: boolean) => (
    <Button type="submit" loading={busy} {...looks}>
      {submit}
    </Button>
  );
  const cancel = (
    <Button variant="default" onClick={props.onCancel}>
      Cancel
    </Button>
  );
  switch (kind) {
    case "totp":
      return (
        <AppCodeForm
          className={classes.form}
          onCode={onCode}
          buttons={(busy) => (
            <div className={classes.buttons}>
              {prover(busy)}
              {cancel}
            </div>
          )}
        />
      );
    case "phone":
      return (
        <PhoneCodeForm
          className={classes.form}
          phone={phone}
          onCode={onCode}
          buttons={(busy, code) => (
            <div className={classes.buttons}>
              {prover(busy)}
              <SendAgain code={code} />
              {cancel}
            </div>
          )}
        />
      );
    case "webauthn":
      return (
        <KeyForm
          className={classes.form}
          buttonsClassName={classes.buttons}
          submit={submit}
          looks={looks}
          onAsk={() => prove(proveKey(id))}
        >
          {cancel}
        </KeyForm>
      );
  }
}

function describeResult(result: AccountResult<null>, kind: Factor["kind"]): string | null {
  if (result.kind === "ok") return null;
  return kind === "phone" ? describePhoneCodeRefusal(result) : describeAccountRefusal(result);
}
