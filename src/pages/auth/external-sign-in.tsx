import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useSession } from "#session/session.ts";
import { continueWith, type ExternalProvider, externalProviders } from "#session/sign-in-ways.ts";
import classes from "./auth-page.module.css";

/** One button for each external sign-in that this deployment offers. */
export function ExternalSignIn(props: { disabled: boolean }) {
  const connected = useSession((session) => session.backend !== null);
  const [providers, setProviders] = useState<ExternalProvider[]>([]);
  useEffect(() => {
    if (connected) void externalProviders().then(setProviders);
  }, [connected]);
  if (providers.length === 0) return null;
  return (
    <div className={classes.external}>
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          size="lg"
          fullWidth
          classNames={{ root: classes.provider ?? "", label: classes.providerName ?? "" }}
          disabled={props.disabled}
          onClick={() => void continueWith(id)}
        >
          Continue with {name}
        </Button>
      ))}
    </div>
  );
}
