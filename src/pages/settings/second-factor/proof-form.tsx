import { Button } from "@mantine/core";
import { FactorForm } from "#features/factor-form/factor-form.tsx";
import { type AccountResult, askAccount, type Factor } from "#session/own-account.ts";
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
  const { factor } = props;
  const { id, kind } = factor;

  async function prove(proving: Promise<AccountResult<null>>): Promise<string | null> {
    const proven = await proving;
    if (proven.kind !== "ok") {
      return kind === "phone" ? describePhoneCodeRefusal(proven) : describeAccountRefusal(proven);
    }
    await props.onProven();
    return null;
  }

  return (
    <FactorForm
      factor={factor}
      className={classes.form}
      buttonsClassName={classes.buttons}
      submit={props.submit}
      looks={props.danger ? { color: "danger" } : {}}
      onSend={async () => {
        const sent = await askAccount((auth) => auth.sendCode(id));
        return sent.kind === "ok" ? sent.value : describeCodeNotSent(sent);
      }}
      onCode={(code) => prove(askAccount((auth) => auth.proveFactor(factor, code)))}
      onKey={() => prove(askAccount((auth) => auth.proveKey(id)))}
      cancel={
        <Button variant="default" onClick={props.onCancel}>
          Cancel
        </Button>
      }
    />
  );
}
