import type { Company } from "@contracts/company.ts";
import { Stack, Text } from "@mantine/core";
import { AdminConfirmDialog } from "#features/administration/admin-dialog.tsx";
import { useCompanyNames } from "#features/administration/use-company-names.ts";
import classes from "./companies-panel.module.css";
import { fileWords, peopleWords } from "./count-words.ts";

/** Asks before a company is deleted, and says how many people and files are affected. */
export function DeleteCompanyDialog(props: {
  company: Company;
  onCancel: () => void;
  onDelete: () => void;
}) {
  const { id, user_count, file_count } = props.company;
  const name = useCompanyNames().get(id) ?? props.company.name;
  return (
    <AdminConfirmDialog
      company="named inside"
      title="Delete company?"
      confirm="Delete"
      onCancel={props.onCancel}
      onConfirm={props.onDelete}
    >
      <Stack gap="sm">
        {user_count > 0 && (
          <Text className={classes.warning ?? ""}>
            Warning: {peopleWords(user_count)} still {user_count === 1 ? "belongs" : "belong"} to “
            {name}”. They stay, without a company.
          </Text>
        )}
        <Text>
          “{name}” will be deleted with its knowledge base ({fileWords(file_count)}), its prompts,
          its vocabulary and its golden set. This action cannot be undone.
        </Text>
      </Stack>
    </AdminConfirmDialog>
  );
}
