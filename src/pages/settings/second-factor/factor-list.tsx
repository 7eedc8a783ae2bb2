import { Button } from "@mantine/core";
import { useState } from "react";
import type { Factor } from "#session/own-account.ts";
import { FACTOR_KINDS, factorTitle } from "#ui/factor-title.ts";
import { formatDay } from "#ui/format.ts";
import classes from "../settings-page.module.css";
import { RemoveFactorDialog } from "./remove-factor-dialog.tsx";

/**
 * The second factors of an account. `proof`: the factor that must be proven before one can be
 * removed.
 */
export function FactorList(props: {
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
