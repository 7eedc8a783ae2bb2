import { addKey } from "#session/account.ts";
import { accountWords } from "../account-words.ts";
import { NameForm } from "./name-form.tsx";
import { sayAdded } from "./say-added.ts";

/** Adds a security key or passkey: first its name, then the browser's own dialog. */
export function NewKeyForm(props: {
  takenNames: readonly string[];
  disabled: boolean;
  onDone: () => void;
}) {
  return (
    <NameForm
      first="Security key"
      description="To tell it from others. Your browser asks for the key then."
      takenNames={props.takenNames}
      disabled={props.disabled}
      onCancel={props.onDone}
      onName={async (name) => {
        const added = await addKey(name);
        if (added.kind !== "ok") return accountWords(added);
        sayAdded(name);
        props.onDone();
        return null;
      }}
    />
  );
}
