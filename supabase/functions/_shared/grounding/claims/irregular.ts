import { stem } from "porter2";

/** Verbs whose forms have no common stem, the plain form first. */
const VERBS = `
  bend bent
  bind bound
  bleed bled
  blow blew blown
  break broke broken
  bring brought
  build built
  burn burnt
  buy bought
  catch caught
  choose chose chosen
  draw drew drawn
  drive drove driven
  eat ate eaten
  fall fell fallen
  feed fed
  feel felt
  find found
  fly flew flown
  freeze froze frozen
  grow grew grown
  hang hung
  hear heard
  hold held
  keep kept
  lay laid
  lead led
  lend lent
  lose lost
  pay paid
  redo redid redone
  ride rode ridden
  ring rang rung
  rise rose risen
  run ran
  sell sold
  send sent
  shake shook shaken
  shine shone
  sink sank sunk
  slide slid
  speak spoke spoken
  spend spent
  spin spun
  spring sprang sprung
  stand stood
  stick stuck
  sweep swept
  swing swung
  swell swelled swollen
  tear tore torn
  tell told
  throw threw thrown
  wear wore worn
  write wrote written`;

/** The stem of the plain form, by that of another one. */
const PLAIN = new Map(
  VERBS.trim()
    .split("\n")
    .flatMap((line) => {
      const [plain = "", ...others] = line.trim().split(" ");
      return others.map((other): [string, string] => [stem(other), stem(plain)]);
    }),
);

/** The stem of a verb's plain form for that of "fallen" or "wore"; any other stem as it is. */
export function plainVerb(found: string): string {
  return PLAIN.get(found) ?? found;
}
