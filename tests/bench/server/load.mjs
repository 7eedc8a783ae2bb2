// @ts-check
// Sends requests, in a process of its own so that its work does not slow the servers' counting, and
// answers each `LoadJob` (see load.ts) from its parent with a `LoadResult`.
import autocannon from "autocannon";

/** Longest time of one answer, in seconds. */
const PATIENCE = 60;

process.on(
  "message",
  /** @param {import("./load.ts").LoadJob} job */ async (job) => {
    process.send?.(await run(job));
  },
);

/**
 * @param {import("./load.ts").LoadJob} job
 * @returns {Promise<import("./load.ts").LoadResult>}
 */
async function run({ servers, callers, requests, method, path, body, rows }) {
  const coming = requests.values();
  /** @type {Record<string, number>} */
  const failures = {};
  /** @param {string} what */
  const fail = (what) => {
    failures[what] = (failures[what] ?? 0) + 1;
  };
  /** @type {number[]} */
  const times = [];
  let last = 0;
  const begun = performance.now();
  await new Promise((resolve, reject) => {
    const sending = autocannon(
      {
        url: [...servers],
        connections: callers,
        amount: requests.length,
        timeout: PATIENCE,
        method,
        requests: [
          {
            path,
            ...(body && { body: Buffer.from(body) }),
            // Each request is another person's: their headers, and their body if they have one.
            setupRequest: (request) => ({ ...request, ...coming.next().value }),
            onResponse(status, text) {
              if (status < 200 || status > 299) fail(`${status} ${text.slice(0, 100)}`);
              else if (rows !== undefined && JSON.parse(text).length !== rows) fail("other rows");
            },
          },
        ],
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    );
    sending.on("response", (_client, _status, _bytes, milliseconds) => {
      last = performance.now();
      times.push(milliseconds);
    });
    sending.on("reqError", (/** @type {Error} */ error) => fail(error.message));
  });
  if (times.length < requests.length) fail(`${requests.length - times.length} without an answer`);
  return { seconds: (last - begun) / 1000, times, failures };
}
