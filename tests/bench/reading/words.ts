import { seededRandom } from "../seeded-random.ts";

const WORDS =
  "the pump valve opens when pressure falls below limit check filter close water boiler unit of an office difficult flow Kühlmittel Wärmetauscher größer Prüfung läuft vidange fuité clé débit niveau válvula presión señal tubería ventilação aquecimento čerpadlo teplota łożysko ciśnienie sıcaklık öğe".split(
    " ",
  );

/** Words of each script; where words are not apart, syllables. */
const SCRIPTS = {
  greek: "αντλία βαλβίδα πίεση νερό θερμοκρασία έλεγχος φίλτρο σφάλμα του και με",
  cyrillic: "насос клапан давление вода температура проверьте фильтр ошибка не и при датчик",
  han: "加热器 温度 传感器 水压 阀门 水泵 检查 故障 代码 打开 关闭",
  kana: "ポンプ センサー エラー を確認 してください 水圧 バルブを 開いて 温度が 高い",
  hangul: "펌프 밸브 온도 압력 점검 오류 센서를 확인 하십시오 물",
  hebrew: "משאבה שסתום לחץ מים טמפרטורה בדיקה מסנן תקלה",
  arabic: "مضخة صمام ضغط ماء حرارة فحص مرشح عطل",
  thai: "ปมนำ วาลว ความดน อณหภม ตรวจสอบ ตวกรอง",
  georgian: "ტუმბო სარქველი წნევა წყალი ტემპერატურა შემოწმება",
} as const;
export type Script = keyof typeof SCRIPTS;
export const SCRIPT_NAMES = Object.keys(SCRIPTS) as Script[];

/** Draws texts from a seed. Each holds codes that stand nowhere else in its document. */
export class Words {
  readonly #random: () => number;
  #codes = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  oneOf<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value;
  }

  shuffled<Value>(values: readonly Value[]): Value[] {
    return values
      .map((value) => ({ value, place: this.#random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ value }) => value);
  }

  /** Like "QK407ZB": no other code of the document ends or begins so. */
  code(): string {
    this.#codes += 1;
    const letters = () => this.oneOf([..."BDGHJKMNPRTVWZ"]);
    return `Q${letters()}${100 + this.#codes}${letters()}${letters()}`;
  }

  /** So many words, one of which is a code. */
  text(count = 6): string {
    const place = this.below(count);
    const words = Array.from({ length: count }, (_, at) =>
      at === place ? this.code() : this.oneOf(WORDS),
    );
    return words.join(" ");
  }

  script(name: Script, count = 5): string {
    const own = SCRIPTS[name].split(" ");
    return [...Array.from({ length: count }, () => this.oneOf(own)), this.code()].join(" ");
  }

  paragraph(): string {
    return `${Array.from({ length: 5 }, () => this.text(9)).join(", ")}.`;
  }
}

export function codesOf(text: string): string[] {
  return text.match(/Q[A-Z]\d{3}[A-Z]{2}/g) ?? [];
}
