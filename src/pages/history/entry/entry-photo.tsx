import { usePhoto } from "#mirror/person/recordings/use-local-copy.ts";
import { PhotoFrame } from "#ui/photo-frame.tsx";

/** The photo of an entry, if this device has it. */
export function EntryPhoto(props: { id: string }) {
  const photo = usePhoto(props.id);
  return (
    <PhotoFrame
      bytes={photo === null ? null : photo?.bytes}
      alt="The photo of this entry"
      fit="thumbnail"
    />
  );
}
