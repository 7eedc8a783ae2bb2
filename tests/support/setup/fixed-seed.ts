import fc from "fast-check";

// A test of properties draws the same values in each run of the gate, and other values where
// TEST_SEED says so. A failure names the seed and the path of its example.
const { TEST_SEED } = process.env;
if (TEST_SEED !== undefined) fc.configureGlobal({ seed: Number(TEST_SEED) });
