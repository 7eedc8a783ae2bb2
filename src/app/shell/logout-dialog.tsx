import { Text } from "@mantine/core";
import type { UnsentCount } from "#mirror/person/outbox/unsent.ts";
import { signOut } from "#session/session.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { signOutWarning } from "#ui/sign-out-warning.ts";

/** Shows which unsent work stays on this device before the person signs out. */
export function LogoutDialog(props: { unsent: UnsentCount; onStay: () => void }) {
  return (
    <ConfirmDialog
      title="Sign out?"
      confirm="Sign out"
      cancel="Stay"
      onCancel={props.onStay}
      onConfirm={() => void signOut()}
    >
      {signOutWarning(props.unsent).map((words) => (
        <Text key={words} mt="xs">
          {words}
        </Text>
      ))}
    </ConfirmDialog>
  );
}
