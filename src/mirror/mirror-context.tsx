import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from "react";
import { openWatched, type StorageTrouble } from "./opening.ts";
import { PersonDatabase } from "./person/person-database.ts";

const MirrorContext = createContext<PersonDatabase | null>(null);

/** A mirror that was opened before its pages were rendered. */
let openedAhead: PersonDatabase | null = null;

/** Begins to open a person's mirror, for the next `MirrorProvider` of this person. */
export function openMirrorAhead(personId: string): void {
  openedAhead = new PersonDatabase(personId);
  // A failure is reported by the provider, which opens it again.
  openedAhead.open().catch(() => undefined);
}

function takeMirror(personId: string): PersonDatabase {
  const taken = openedAhead;
  openedAhead = null;
  if (taken?.personId === personId) return taken;
  taken?.close();
  return new PersonDatabase(personId);
}

/**
 * Opens the mirror of one person for the pages below, and closes it when they unmount.
 * @param props.failed renders what is shown instead of the pages when the mirror cannot be opened
 */
export function MirrorProvider(props: {
  personId: string;
  failed: (trouble: StorageTrouble) => ReactNode;
  children: ReactNode;
}) {
  const [db, setDb] = useState<PersonDatabase | null>(null);
  const [trouble, setTrouble] = useState<StorageTrouble | null>(null);
  // A layout effect, so that the pages below are part of the first paint.
  useLayoutEffect(() => {
    const opened = takeMirror(props.personId);
    setDb(opened);
    const endWatch = openWatched(opened, setTrouble);
    return () => {
      endWatch();
      setDb(null);
      setTrouble(null);
      opened.close();
    };
  }, [props.personId]);
  if (db === null) return null;
  if (trouble !== null) return props.failed(trouble);
  return <MirrorContext.Provider value={db}>{props.children}</MirrorContext.Provider>;
}

/** The signed-in person's mirror. @throws outside of a MirrorProvider */
export function useMirror(): PersonDatabase {
  const db = useContext(MirrorContext);
  if (db === null) throw new Error("useMirror needs a MirrorProvider above it");
  return db;
}
