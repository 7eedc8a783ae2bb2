import type { AuthCode } from "@contracts/auth-code.ts";
import { TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import { beginPhone, removeFactor } from "#session/own-account.ts";
import { describeAccountRefusal } from "../describe-account-refusal.ts";
import { FactorNameForm } from "./factor-name-form.tsx";
import { ProofForm } from "./proof-form.tsx";
import { showAdded } from "./show-added.ts";

const NO_NUMBER = "Enter the number with its country code: +1 555 123 4567, for example.";

/** Error codes of the auth server that are about the number and not about the name. */
const OF_THE_NUMBER: readonly string[] = [
  "mfa_verified_factor_exists",
  "validation_failed",
] satisfies AuthCode[];

interface BegunPhone {
  id: string;
  name: string;
  ending: string;
}

/** Adds a phone: first its name and number, then the code that is sent to it. */
export function NewPhoneForm(props: {
  takenNames: readonly string[];
  disabled: boolean;
  onDone: () => void;
}) {
  const [begun, setBegun] = useState<BegunPhone | null>(null);
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
    const isOfTheNumber = phone.kind === "refused" && OF_THE_NUMBER.includes(phone.code);
    return isOfTheNumber
      ? refuseNumber(describeAccountRefusal(phone))
      : describeAccountRefusal(phone);
  }

  if (begun === null) {
    return (
      <FactorNameForm
        first="Text messages"
        description="To tell it from others."
        takenNames={props.takenNames}
        disabled={props.disabled}
        onCancel={props.onDone}
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
  return (
    <ProofForm
      factor={{ id: begun.id, kind: "phone", phoneEnding: begun.ending }}
      submit="Turn on"
      onProven={async () => {
        showAdded(begun.name);
        props.onDone();
      }}
      onCancel={() => {
        props.onDone();
        // If this fails, the unfinished factor has no effect, and is deleted when the next one is
        // started.
        void removeFactor(begun.id);
      }}
    />
  );
}

/** Converts a typed phone number to E.164; null if it is not a number or has no country code. */
export function readPhoneNumber(written: string): string | null {
  const number = written.replace(/[\s().\-/]/g, "").replace(/^00/, "+");
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null;
}
