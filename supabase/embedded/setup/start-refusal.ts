/**
 * Why the backend cannot start, or a backup cannot be made or restored, in one sentence for the
 * person who started it.
 */
export class StartRefusal extends Error {
  override name = "StartRefusal";
}
