import { Box, Button, Text } from "@mantine/core";
import { useState } from "react";
import { RefreshNotice } from "#features/lists/list-placeholder.tsx";
import type { Factor } from "#session/own-account.ts";
import { OFFLINE } from "../describe-account-refusal.ts";
import { AccountPlaceholder, Section } from "../section.tsx";
import classes from "../settings-page.module.css";
import type { KnownAccount } from "../use-account.ts";
import { FactorList } from "./factor-list.tsx";
import { NewAppForm, NewKeyForm, NewPhoneForm } from "./new-factor-forms.tsx";
import { ProofForm } from "./proof-form.tsx";

type Kind = Factor["kind"];

const ADD_LABELS: Readonly<Record<Kind, string>> = {
  totp: "Add an authenticator app",
  phone: "Add a phone number",
  webauthn: "Add a security key or passkey",
};

const FORMS: Readonly<Record<Kind, typeof NewAppForm>> = {
  totp: NewAppForm,
  phone: NewPhoneForm,
  webauthn: NewKeyForm,
};

/** The second factors of an account: the list, adding, removing, and what to do if one is lost. */
export function SecondFactorSection({ account }: { account: KnownAccount }) {
  return (
    <Section id="second-factor" title="Second factor">
      <p>
        Something that only you have, like an app on your phone, asked for after your password.
        Whoever learns your password alone does not get in.
      </p>
      <div className={classes.answer}>
        <Factors account={account} />
      </div>
      <Box component="h3" mb="-0.75rem" fz="1rem">
        If you lose it
      </Box>
      <p>
        Add another one while you have this one, on a second phone for example: you sign in with
        that one and remove the lost one here. With none left, ask your administrator: they can
        remove the lost one. You then sign in with your password alone, and add a new one here.
      </p>
    </Section>
  );
}

function Factors({ account }: { account: KnownAccount }) {
  const [adding, setAdding] = useState<Kind | null>(null);
  const [proving, setProving] = useState(false);
  const { value, state, offline } = account;
  const list = <AccountPlaceholder account={account} what="second factors" />;
  if (value === null) return list;
  const { factors, askable, addable, provenFactor } = value;
  // A person with a second factor must prove one first: a session with only a password may not
  // change factors.
  const proof = provenFactor ? null : (askable[0] ?? null);
  const NewFactorForm = adding === null || proving ? null : FORMS[adding];

  return (
    <>
      <RefreshNotice state={state} />
      {offline && (
        <Text c="dimmed" fz="sm">
          {OFFLINE}
        </Text>
      )}
      {factors.length === 0 ? (
        list
      ) : (
        <FactorList factors={factors} disabled={offline} proof={proof} onChange={account.reload} />
      )}
      {NewFactorForm !== null ? (
        <NewFactorForm
          takenNames={factors.map(({ name }) => name ?? "")}
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
