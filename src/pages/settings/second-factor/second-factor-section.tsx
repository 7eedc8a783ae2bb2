import { Button } from "@mantine/core";
import { type ComponentType, useState } from "react";
import { ListPlaceholder, RefreshNotice } from "#features/lists/list-placeholder.tsx";
import { addKey, type Factor } from "#session/own-account.ts";
import { describeAccountRefusal, describeNotLoaded, OFFLINE } from "../describe-account-refusal.ts";
import { Section } from "../section.tsx";
import classes from "../settings-page.module.css";
import type { KnownAccount } from "../use-account.ts";
import { FactorList } from "./factor-list.tsx";
import { FactorNameForm } from "./factor-name-form.tsx";
import { NewAppForm } from "./new-app-form.tsx";
import { NewPhoneForm } from "./new-phone-form.tsx";
import { ProofForm } from "./proof-form.tsx";
import { showAdded } from "./show-added.ts";

type Kind = Factor["kind"];

const ADD_LABELS: Readonly<Record<Kind, string>> = {
  totp: "Add an authenticator app",
  phone: "Add a phone number",
  webauthn: "Add a security key or passkey",
};

const FORMS: Readonly<Record<Kind, ComponentType<Parameters<typeof NewAppForm>[0]>>> = {
  totp: NewAppForm,
  phone: NewPhoneForm,
  webauthn: NewKeyForm,
};

/** The height of a typical entry, in px. */
const ENTRY_HEIGHT = 50;

/** The second factors of an account: the list, adding, removing, and what to do if one is lost. */
export function SecondFactorSection({ account }: { account: KnownAccount }) {
  return (
    <Section id="second-factor" title="Second factor">
      <div className={classes.body}>
        <p className={classes.text}>
          Something that only you have, like an app on your phone, asked for after your password.
          Whoever learns your password alone does not get in.
        </p>
        <div className={classes.answer}>
          <Factors account={account} />
        </div>
        <h3 className={classes.subtitle}>If you lose it</h3>
        <p className={classes.text}>
          Add another one while you have this one, on a second phone for example: you sign in with
          that one and remove the lost one here. With none left, ask your administrator: they can
          remove the lost one. You then sign in with your password alone, and add a new one here.
        </p>
      </div>
    </Section>
  );
}

function Factors({ account }: { account: KnownAccount }) {
  const [adding, setAdding] = useState<Kind | null>(null);
  const [proving, setProving] = useState(false);
  const { value, refusal, state, offline } = account;
  const list = (
    <ListPlaceholder
      state={state}
      words={{
        empty: "You have none yet.",
        loading: "Loading your second factors...",
        failed: describeNotLoaded("Your second factors could not be loaded.", refusal),
        absent: OFFLINE,
      }}
      rowHeight={ENTRY_HEIGHT}
      rows={1}
      compact
    />
  );
  if (value === null) return list;
  const { factors, askable, addable, provenFactor } = value;
  // A person with a second factor must prove one first: a session with only a password may not
  // change factors.
  const proof = provenFactor ? null : (askable[0] ?? null);
  const NewFactorForm = adding === null || proving ? null : FORMS[adding];

  return (
    <>
      <RefreshNotice state={state} />
      {offline && <p className={classes.hint}>{OFFLINE}</p>}
      {factors.length === 0 ? (
        list
      ) : (
        <FactorList factors={factors} disabled={offline} proof={proof} onChange={account.reload} />
      )}
      {NewFactorForm !== null ? (
        <NewFactorForm
          takenNames={factors.map(factorName)}
          disabled={offline}
          onDone={() => {
            setAdding(null);
            void account.reload();
          }}
        />
      ) : proving && proof !== null ? (
        <ProofForm
          factor={proof}
          submit="Continue"
          onCancel={() => {
            setProving(false);
            setAdding(null);
          }}
          onProven={async () => {
            await account.reload();
            setProving(false);
          }}
        />
      ) : (
        <div className={classes.buttons}>
          {addable.map((kind) => (
            <Button
              key={kind}
              variant="default"
              disabled={offline}
              onClick={() => {
                setAdding(kind);
                setProving(proof !== null);
              }}
            >
              {ADD_LABELS[kind]}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

const factorName = ({ name }: Factor): string => name ?? "";

/** Adds a security key or passkey: first its name, then the browser's own dialog. */
function NewKeyForm(props: {
  takenNames: readonly string[];
  disabled: boolean;
  onDone: () => void;
}) {
  return (
    <FactorNameForm
      first="Security key"
      description="To tell it from others. Your browser asks for the key then."
      takenNames={props.takenNames}
      disabled={props.disabled}
      onCancel={props.onDone}
      onName={async (name) => {
        const added = await addKey(name);
        if (added.kind !== "ok") return describeAccountRefusal(added);
        showAdded(name);
        props.onDone();
        return null;
      }}
    />
  );
}
