import type { Person } from "@contracts/person.ts";
import { Text } from "@mantine/core";
import { AdminConfirmDialog } from "#features/administration/admin-dialog.tsx";
import { personName } from "./person-name.ts";

/** Asks before a person is deleted. */
export function DeletePersonDialog(props: {
  person: Person;
  onCancel: () => void;
  onDelete: () => void;
}) {
  const { person } = props;
  const address = person.email === null ? "" : ` (${person.email})`;
  return (
    <AdminConfirmDialog
      company={{ id: person.company_id }}
      title="Delete user?"
      confirm="Delete"
      onCancel={props.onCancel}
      onConfirm={props.onDelete}
    >
      <Text>
        {personName(person)}
        {address} will not be able to sign in any more. What they recorded stays
        {person.company_id !== null && " with the company"}. This action cannot be undone.
      </Text>
    </AdminConfirmDialog>
  );
}
