import { FileButton } from "@mantine/core";
import { FileUp } from "lucide-react";
import { type ComponentProps, useRef } from "react";
import { ActionButton } from "#features/administration/action-button.tsx";

/** A button to choose a table; the same file can be chosen again. */
export function CsvButton(
  props: Omit<ComponentProps<typeof ActionButton>, "icon"> & {
    /** Other endings and types than those of CSV files. */
    accept?: string;
    onChoose: (file: File) => void;
  },
) {
  const { accept = "", onChoose, ...button } = props;
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      accept={`.csv,text/csv${accept}`}
      resetRef={reset}
      disabled={button.disabled ?? false}
      onChange={(file) => {
        reset.current?.();
        if (file !== null) onChoose(file);
      }}
    >
      {({ onClick }) => <ActionButton {...button} icon={FileUp} onClick={onClick} />}
    </FileButton>
  );
}
