import { describe, expect, test } from "vitest";
import { useLibrary } from "../world/library.ts";
import { actorNames } from "../world/people.ts";
import type { World } from "../world/world.ts";

/** Checks for whom misspelled words are corrected, and to which words. */
export function checkSpelling(world: () => World): void {
  const candidatesFor = async (person: string, words: readonly string[], agent = "ask_agent") => {
    const body = { person, words, agent };
    const reply = await world().asServer("POST", "rpc/spelling_candidates_for", { body });
    expect(reply.code).toBeNull();
    return reply.rows
      .map(({ written, word, passages }) => `${written}: ${word} ${passages}`)
      .sort();
  };

  describe("spelling_candidates_for", () => {
    const library = useLibrary(world);
    const ask = (words: readonly string[], agent?: string) =>
      candidatesFor(world().idOf("stray"), words, agent);

    test("tells words of the person's company and no other", async () => {
      await library().add(["The zorbotron hums."]);
      expect(await ask(["zorbotorn"])).toEqual(["zorbotorn: zorbotron 1"]);
      for (const actor of actorNames) {
        for (const agent of ["ask_agent", "label_agent"]) {
          expect(await candidatesFor(world().idOf(actor), ["zorbotorn"], agent)).toEqual([]);
        }
      }
    });

    test("respects a person's status and access to the agent", async () => {
      // A passage of each company of the world has the word "filter".
      const found = async (actor: (typeof actorNames)[number], agent: string) =>
        (await candidatesFor(world().idOf(actor), ["filtre", "fliter"], agent)).length > 0;
      expect(await found("technician", "label_agent")).toBe(true);
      expect(await found("roleless", "ask_agent")).toBe(true);
      expect(await found("roleless", "label_agent")).toBe(false);
      expect(await found("suspendedTechnician", "ask_agent")).toBe(false);
      expect(await found("companylessTechnician", "ask_agent")).toBe(false);
      expect(await found("technician", "voice_agent")).toBe(false);
    });

    test("tells no word for one that a passage has, in any of its forms", async () => {
      await library().add(["Flanges and gaskets.", "A gasket and a casket."]);
      expect(await ask(["gaskets", "gasket", "flange"])).toEqual([]);
      expect(await ask(["gasckets"])).toEqual(["gasckets: gasket 2", "gasckets: gaskets 2"]);
    });

    test("tells the words that few edits lead to, and not the others", async () => {
      await library().add(["A quvalmor of the quvabundel, a muvalmor in a dumavel."]);
      expect(await ask(["quvlmor"])).toEqual(["quvlmor: quvalmor 1"]);
      expect(await ask(["uvalmor"])).toEqual(["uvalmor: muvalmor 1", "uvalmor: quvalmor 1"]);
      expect(await ask(["quvamlro"])).toContain("quvamlro: quvalmor 1");
      expect(await ask(["qualmosr"])).toEqual(["qualmosr: quvalmor 1"]);
      expect(await ask(["duvamel", "ravundel"])).toEqual(["duvamel: dumavel 1"]);
    });

    test("knows for Label only the words of files that are open to it", async () => {
      await library().add(["Kept apart: brindolus."], { allowed_agents: ["voice_agent"] });
      expect(await ask(["brindolsu"])).toEqual(["brindolsu: brindolus 1"]);
      expect(await ask(["brindolsu"], "label_agent")).toEqual([]);
    });

    test("knows a word while a searchable passage has it", async () => {
      const file = await library().add(["A tremulor.", "Two tremulor, three TREMULOR."]);
      expect(await ask(["tremulro"])).toEqual(["tremulro: tremulor 2"]);
      const chunk = `knowledge_chunks?file_id=eq.${file}&chunk_no=eq.1`;
      await world().asServer("PATCH", chunk, { body: { body: "A vexolant." } });
      expect(await ask(["tremulro", "vexolnat"])).toEqual([
        "tremulro: tremulor 1",
        "vexolnat: vexolant 1",
      ]);
      const path = `knowledge_base?id=eq.${file}`;
      await world().asServer("PATCH", path, { body: { deleting_at: new Date().toISOString() } });
      expect(await ask(["tremulro", "vexolnat"])).toEqual([]);
      await world().asServer("DELETE", path);
      expect(await ask(["tremulro", "vexolnat"])).toEqual([]);
    });

    test("knows words of other alphabets, and none with digits or without spaces", async () => {
      await library().add(["Das überdruckventil, клапан, x4brontel5, 冷却液泄漏检查方法"]);
      expect(await ask(["überdruckvnetil", "клпаан", "xbrontel", "冷却液泄漏检查方"])).toEqual([
        "überdruckvnetil: überdruckventil 1",
        "клпаан: клапан 1",
      ]);
    });

    test("looks up a few words of a bounded length only", async () => {
      await library().add(["A florimax."]);
      const many = Array.from({ length: 12 }, (_, i) => `nothing${"abcdefghijkl"[i]}`);
      expect(await ask([...many, "florimxa"])).toEqual([]);
      expect(await ask(["florimxa", "x".repeat(100_000), ""])).toEqual(["florimxa: florimax 1"]);
    });
  });
}
