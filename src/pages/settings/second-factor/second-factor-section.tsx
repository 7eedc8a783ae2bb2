import { Box, Button, Modal, Text } from "@mantine/core";
import { useState } from "react";
import { FACTOR_KINDS, factorTitle } from "#features/factor-form/factor-form.tsx";
import { RefreshNotice } from "#features/lists/list-placeholder.tsx";
import { askAccount, type Factor } from "#session/own-account.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { formatDay } from "#ui/format.ts";
import { showError, showStatus } from "#ui/toast.ts";
import { useOpened } from "#ui/use-opened.ts";
import { describeAccountRefusal } from "../describe-account-refusal.ts";
import { AccountPlaceholder, OfflineNote, Section } from "../section.tsx";
import classes from "../settings-page.module.css";
import type { KnownAccount } from "../use-account.ts";
import { NewFactorForm } from "./new-factor-form.tsx";
import { ProofForm } from "./proof-form.tsx";

type Kind = Factor["kind"];

const ADD_LABELS: Readonly<Record<Kind, string>> = {
  totp: "Add an authenticator app",
  phone: "Add a phone number",
  webauthn: "Add a security key or passkey",
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
      <Box component="h3" mb="-0.75rem" fz="md">
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

  return (
    <>
      <RefreshNotice state={state} />
      {offline && <OfflineNote />}
      {factors.length === 0 ? (
        list
      ) : (
        <FactorList factors={factors} disabled={offline} proof={proof} onChange={account.reload} />
      )}
      {adding !== null && !proving ? (
        <NewFactorForm
          kind={adding}
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

/** The second factors of an account. `proof` must be proven before one can be removed. */
function FactorList(props: {
  factors: readonly Factor[];
  disabled: boolean;
  proof: Factor | null;
  onChange: () => Promise<void>;
}) {
  const [removing, setRemoving] = useState<Factor | null>(null);
  return (
    <>
      <ul className={classes.list} aria-label="Second factors">
        {props.factors.map((factor) => (
          <li key={factor.id} className={classes.entry}>
            <p>
              <span className={classes.value}>{factorTitle(factor)}</span>
              <span className={classes.detail}>
                {factor.name !== null && `${FACTOR_KINDS[factor.kind]}, `}
                {factor.phoneEnding !== null && `ends in ${factor.phoneEnding}, `}added{" "}
                <time dateTime={factor.addedAt}>{formatDay(Date.parse(factor.addedAt))}</time>
              </span>
            </p>
            <Button
              variant="default"
              aria-label={`Remove ${factorTitle(factor)}`}
              disabled={props.disabled}
              onClick={() => setRemoving(factor)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {removing !== null && (
        <RemoveFactorDialog
          factor={removing}
          isLast={props.factors.length === 1}
          proof={props.proof}
          onClose={() => setRemoving(null)}
          onRemoved={async () => {
            setRemoving(null);
            await props.onChange();
          }}
        />
      )}
    </>
  );
}

/** Asks before a factor is removed. Also asks for proof if the session has proven none. */
function RemoveFactorDialog(props: {
  factor: Factor;
  isLast: boolean;
  proof: Factor | null;
  onClose: () => void;
  onRemoved: () => Promise<void>;
}) {
  const { factor, proof, onClose } = props;
  const title = `Remove ${factorTitle(factor)}?`;
  const opened = useOpened(true);

  async function remove(): Promise<void> {
    const removed = await askAccount((auth) => auth.removeFactor(factor.id));
    if (removed.kind !== "ok") {
      onClose();
      showError("It was not removed", describeAccountRefusal(removed));
      return;
    }
    showStatus("Second factor removed", `${factorTitle(factor)} is not asked for any more.`);
    await props.onRemoved();
  }

  const words = props.isLast
    ? "Your password alone lets you in then."
    : "Your other second factors stay.";
  if (proof === null) {
    return (
      <ConfirmDialog
        title={title}
        confirm="Remove"
        onCancel={onClose}
        onConfirm={() => void remove()}
      >
        <Text>{words}</Text>
      </ConfirmDialog>
    );
  }
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered withCloseButton={false}>
      <Text mb="md">
        {words} Show that it is you with {factorTitle(proof)} first.
      </Text>
      <ProofForm factor={proof} submit="Remove" danger onProven={remove} onCancel={onClose} />
    </Modal>
  );
}
