import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { type ExternalProvider, externalProviders } from "#session/external-sign-in.ts";
import { askAccount, type Identity, linkIdentity } from "#session/own-account.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { showError, showStatus } from "#ui/toast.ts";
import { describeAccountRefusal } from "../describe-account-refusal.ts";
import { AccountPlaceholder, OfflineNote, Section } from "../section.tsx";
import classes from "../settings-page.module.css";
import type { KnownAccount } from "../use-account.ts";

/**
 * The ways to sign in to an account. Shown only if there is another way than the password, or if
 * the account could not be loaded: then it is not known. While it is loading nothing is shown,
 * because in most deployments there is no other way.
 */
export function SignInWaysSection({ account }: { account: KnownAccount }) {
  const [providers, setProviders] = useState<ExternalProvider[]>([]);
  const known = account.value !== null;
  useEffect(() => {
    if (known) void externalProviders().then(setProviders);
  }, [known]);
  const [removing, setRemoving] = useState<Identity | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  useLinkResult();
  if (account.value === null) {
    if (account.state.phase === "loading") return null;
    return (
      <Section id="sign-in-ways" title="Ways to sign in">
        <div className={classes.answer}>
          <AccountPlaceholder account={account} what="ways to sign in" />
        </div>
      </Section>
    );
  }
  const { identities } = account.value;
  if (providers.length === 0 && identities.length < 2) return null;

  const providerName = ({ provider }: Identity): string =>
    // The auth server's name of sign-in with a password.
    provider === "email"
      ? "Email and password"
      : (providers.find(({ id }) => id === provider)?.name ?? provider);

  async function link(provider: string): Promise<void> {
    setBusy(provider);
    const left = await linkIdentity(provider);
    if (left.kind === "ok") return;
    setBusy(null);
    showError("It was not added", describeAccountRefusal(left));
  }

  async function unlink(identity: Identity): Promise<void> {
    setRemoving(null);
    setBusy(identity.id);
    const result = await askAccount((auth) => auth.unlink(identity.id));
    setBusy(null);
    if (result.kind === "ok")
      showStatus("Removed", `${providerName(identity)} does not let you in now.`);
    else showError("It was not removed", describeAccountRefusal(result));
    await account.reload();
  }

  const isOnly = identities.length === 1;
  const addable = providers.filter(({ id }) => !identities.some(({ provider }) => provider === id));
  return (
    <Section id="sign-in-ways" title="Ways to sign in">
      {account.offline && <OfflineNote />}
      <ul className={classes.list} aria-label="Ways to sign in">
        {identities.map((identity) => (
          <li key={identity.id} className={classes.entry}>
            <p>
              <span className={classes.value}>{providerName(identity)}</span>
              {identity.email !== null && <span className={classes.detail}>{identity.email}</span>}
              {isOnly && (
                <span id="only-way" className={classes.detail}>
                  Your only way in, so it stays.
                </span>
              )}
            </p>
            <Button
              variant="default"
              aria-label={`Remove ${providerName(identity)}`}
              aria-describedby={isOnly ? "only-way" : undefined}
              disabled={isOnly || account.offline}
              loading={busy === identity.id}
              onClick={() => setRemoving(identity)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {addable.length > 0 && (
        <div className={classes.buttons}>
          {addable.map(({ id, name }) => (
            <Button
              key={id}
              variant="default"
              py="0.5rem"
              loading={busy === id}
              disabled={account.offline}
              onClick={() => void link(id)}
            >
              Add {name}
            </Button>
          ))}
        </div>
      )}
      {removing !== null && (
        <ConfirmDialog
          title={`Remove ${providerName(removing)}?`}
          confirm="Remove"
          onCancel={() => setRemoving(null)}
          onConfirm={() => void unlink(removing)}
        >
          You can't sign in with it any more.
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** Shows whether adding a way to sign in worked, when the person returns from the provider. */
function useLinkResult(): void {
  const [search, setSearch] = useSearchParams();
  const linked = search.get("linked");
  useEffect(() => {
    if (linked === null) return;
    setSearch({}, { replace: true });
    if (linked === "true") showStatus("Added", "You can sign in with it from now on.");
    else showError("It was not added", "The other service did not confirm it. Try again.");
  }, [linked, setSearch]);
}
