import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { Button, Group, Text } from "@mantine/core";
import type { GoldenReport } from "#commands/golden-run.ts";
import type { ReplaceDecision } from "#commands/replace-document.ts";
import { AdminDialog } from "#features/administration/admin-dialog.tsx";
import { GoldenResults } from "../golden-check/golden-results.tsx";

/** What is asked before a file replaces a document. */
export interface ReplaceQuestion {
  previous: KnowledgeFile;
  /** The name of the new file. */
  name: string;
  /** Which golden questions get worse with it; null: it has little in common with the document. */
  report: GoldenReport | null;
  decide: (decision: ReplaceDecision) => void;
}

/**
 * Asks whether to replace a document by a file that may be another document, or with which golden
 * questions get worse.
 */
export function ReplaceDialog({ previous, name, report, decide }: ReplaceQuestion) {
  const isUnlike = report === null;
  return (
    <AdminDialog
      company={{ id: previous.company_id }}
      onClose={() => decide("cancel")}
      title="Replace document?"
      size={isUnlike ? "md" : "lg"}
      withCloseButton={false}
      closeOnClickOutside={false}
    >
      {isUnlike ? (
        <>
          <Text>
            “{name}” has little in common with “{previous.file_name}”. Replace it, or keep both?
          </Text>
          <Text mt="sm">
            Once it is replaced, no new answer comes from “{previous.file_name}”. If both are kept,
            “{name}” is added for the same agents.
          </Text>
        </>
      ) : (
        <>
          <Text>
            “{name}” is to take the place of “{previous.file_name}”. The golden questions were
            searched for in both.
          </Text>
          <GoldenResults check={{ report, isDone: true }} />
        </>
      )}
      <Group justify="flex-end" mt="lg">
        <Button
          variant="default"
          onClick={() => decide("cancel")}
          data-autofocus={isUnlike ? undefined : true}
        >
          Cancel
        </Button>
        {isUnlike && (
          <Button variant="default" onClick={() => decide("keep-both")} data-autofocus>
            Keep both
          </Button>
        )}
        <Button color="danger" onClick={() => decide("replace")}>
          {isUnlike ? "Replace" : "Replace anyway"}
        </Button>
      </Group>
    </AdminDialog>
  );
}
