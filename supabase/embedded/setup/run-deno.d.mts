/** The Deno executable of the npm package `deno`; an absolute path. */
export function denoBinary(): string;
