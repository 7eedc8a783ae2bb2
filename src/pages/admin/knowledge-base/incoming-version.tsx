import type { KnowledgeFile } from "@contracts/knowledge.ts";
import { Button, Group } from "@mantine/core";
import { RotateCw, Trash2 } from "lucide-react";
import classes from "./file-row.module.css";

/** A newer version of a document that is not complete, with what can be done about it. */
export function IncomingVersion(props: {
  file: KnowledgeFile;
  fixed: boolean;
  onIndexAgain: (file: KnowledgeFile) => void;
  onRemove: (file: KnowledgeFile) => void;
}) {
  const { file, fixed } = props;
  return (
    <div className={classes.incoming}>
      <p className={classes.trouble}>
        The new version “{file.file_name}” is not complete. Until it is, this one answers.
      </p>
      <Group gap="xs">
        <Button
          leftSection={<RotateCw size={18} aria-hidden />}
          disabled={fixed}
          onClick={() => props.onIndexAgain(file)}
        >
          Index the new version again
        </Button>
        <Button
          variant="default"
          leftSection={<Trash2 size={18} aria-hidden />}
          disabled={fixed}
          onClick={() => props.onRemove(file)}
        >
          Delete the new version
        </Button>
      </Group>
    </div>
  );
}
