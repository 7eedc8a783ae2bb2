import { describe, expect, test } from "vitest";
import { useLibrary } from "../world/library.ts";
import { actorNames } from "../world/people.ts";
import type { World } from "../world/world.ts";

/** Checks for whom misspelled words are corrected, and to which words. */
export function checkSpelling(world: () => World): void {
  const candidatesFor = async (person: string, words: readonly string[], agent = "ask_agent") => {
    const body = { person, words, agent };
    const { rows } = await world().asServer("POST", "rpc/spelling_candidates_for", { body });
    return rows.map(({ written, word, passages }) => `${written}: ${word} ${passages}`).sort();
  };

  describe("spelling_candidates_for", () => {
    const library = useLibrary(world);
    const ask = (words: string, agent?: string) =>
      candidatesFor(world().idOf("stray"), words.split(" "), agent);

    test("tells words of the person's company and no other", async () => {
      await library().add(["The zorbotron hums."]);
      expect(await ask("zorbotorn")).toEqual(["zorbotorn: zorbotron 1"]);
      for (const actor of actorNames) {
        for (const agent of ["ask_agent", "label_agent"]) {
          expect(await candidatesFor(world().idOf(actor), ["zorbotorn"], agent)).toEqual([]);
        }
      }
    });

    test.each([
      ["technician", "label_agent", true],
      ["roleless", "ask_agent", true],
      ["roleless", "label_agent", false],
      ["suspendedTechnician", "ask_agent", false],
      ["companylessTechnician", "ask_agent", false],
      ["technician", "voice_agent", false],
    ] as const)(
      "respects status and access to the agent: %s, %s, %s",
      async (actor, agent, has) => {
        // A passage of each company of the world has the word "filter".
        const found = await candidatesFor(world().idOf(actor), ["filtre", "fliter"], agent);
        expect(found.length > 0).toBe(has);
      },
    );

    test("knows for Label only the words of files that are open to it", async () => {
      await library().add(["Kept apart: brindolus."], { allowed_agents: ["voice_agent"] });
      expect(await ask("brindolsu")).toEqual(["brindolsu: brindolus 1"]);
      expect(await ask("brindolsu", "label_agent")).toEqual([]);
    });

    test.each([
      ["a word that a passage has, in any of its forms", "gaskets gasket flange", []],
      ["a word of which it has two forms", "gasckets", ["gasket 2", "gaskets 2"]],
      ["a lost letter", "quvlmor", ["quvalmor 1"]],
      ["two edits of a long word", "qualmosr", ["quvalmor 1"]],
      ["two edits of a short word, and three", "duvamel ravundel", ["dumavel 1"]],
      ["another alphabet", "клпаан", ["клапан 1"]],
      ["digits, and a script without spaces", "xbrontel 冷却液泄漏检查方", []],
      [
        "the thirteenth word",
        `${[..."abcdefghijkl"].map((x) => `${x}othing `).join("")}quvlmor`,
        [],
      ],
      ["a word beside one that is too long", `quvlmor ${"x".repeat(100_000)} `, ["quvalmor 1"]],
    ])("tells for %s the words that few edits lead to", async (_, words, expected) => {
      await library().add([
        "Flanges and gaskets. клапан, x4brontel5, 冷却液泄漏检查方法",
        "A gasket and a casket.",
        "A quvalmor of the quvabundel, in a dumavel.",
      ]);
      const found = await ask(words);
      await world().asServer("DELETE", `knowledge_base?company_id=eq.${library().company}`);
      expect(found.map((line) => line.replace(/^\S+ /, ""))).toEqual(expected);
    });

    test("knows a word while a searchable passage has it", async () => {
      const file = await library().add(["A tremulor.", "Two tremulor, three TREMULOR."]);
      expect(await ask("tremulro")).toEqual(["tremulro: tremulor 2"]);
      const chunk = `knowledge_chunks?file_id=eq.${file}&chunk_no=eq.1`;
      await world().asServer("PATCH", chunk, { body: { body: "A vexolant." } });
      const both = ["tremulro: tremulor 1", "vexolnat: vexolant 1"];
      expect(await ask("tremulro vexolnat")).toEqual(both);
      const path = `knowledge_base?id=eq.${file}`;
      await world().asServer("PATCH", path, { body: { deleting_at: new Date().toISOString() } });
      expect(await ask("tremulro vexolnat")).toEqual([]);
      await world().asServer("DELETE", path);
      expect(await ask("tremulro vexolnat")).toEqual([]);
    });
  });
}
