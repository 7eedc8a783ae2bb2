import { Box, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { ListPlaceholder } from "#features/lists/list-placeholder.tsx";
import { describeAccountRefusal, OFFLINE } from "./describe-account-refusal.ts";
import classes from "./settings-page.module.css";
import type { KnownAccount } from "./use-account.ts";

/** One group of settings under its heading. `id` is its anchor in the page address. */
export function Section(props: {
  id: string;
  title: string;
  /** The children have their own padding. */
  bare?: true;
  children: ReactNode;
}) {
  const { id, title, bare, children } = props;
  return (
    <section id={id} className={classes.card} aria-labelledby={`${id}-title`}>
      <Box component="h2" id={`${id}-title`} px="min(1.375rem, 6.25vw)" fz="lg" lh={1.3}>
        {title}
      </Box>
      {bare ? children : <div className={classes.body}>{children}</div>}
    </section>
  );
}

/** Shown above what can't be changed without a connection. */
export function OfflineNote() {
  return (
    <Text c="dimmed" fz="sm">
      {OFFLINE}
    </Text>
  );
}

/** Stands in place of a list of the account that shows no rows. @param props.what what it lists */
export function AccountPlaceholder(props: { account: KnownAccount; what: string }) {
  const { account, what } = props;
  const { state, refusal } = account;
  // A refusal without a text of ours contains nothing that a person could act on.
  const why = refusal && refusal.kind !== "refused" ? ` ${describeAccountRefusal(refusal)}` : "";
  return (
    <ListPlaceholder
      state={state}
      words={{
        empty: "You have none yet.",
        loading: `Loading your ${what}...`,
        failed: `Your ${what} could not be loaded.${why}`,
        absent: OFFLINE,
      }}
      rowHeight={50}
      rows={1}
      compact
    />
  );
}
