const { SECURITY_SEED, TEST_SEED } = process.env;

/** What random requests and texts are drawn from: the run's seed, or that of a replay. */
export const seed = Number(SECURITY_SEED ?? TEST_SEED ?? 1);
