import fc from "fast-check";
import { testOddBodies } from "#tests/support/odd-bodies.ts";
import { photoUrl } from "#tests/support/photo.ts";
import { JPEG_DATA_URL, snapProcessReplySchema } from "../_shared/contracts/snap-process.ts";
import { createHandler } from "./handler.ts";

testOddBodies({
  name: "snap-process",
  createHandler,
  nearlyRight: fc.record(
    {
      image: fc.oneof(
        fc
          .uint8Array({ maxLength: 40 })
          .map((end) => photoUrl(Uint8Array.from([255, 216, 255, ...end]))),
        fc.base64String().map((base64) => JPEG_DATA_URL + base64),
        fc.string({ unit: "binary" }).map((odd) => JPEG_DATA_URL + odd),
        fc.jsonValue(),
      ),
      note: fc.oneof(fc.string({ unit: "binary" }), fc.jsonValue()),
    },
    { requiredKeys: ["image"] },
  ),
  checkReply: (reply) => snapProcessReplySchema.parse(reply),
});
