import { code, e, field, p, run, t } from "#tests/support/docx.ts";
import {
  anchored,
  control,
  list,
  shape,
  TABLE_FEATURES,
  type WordFeature,
} from "./table-features.ts";
import { SCRIPT_NAMES } from "./words.ts";

const complex = (instruction: string, shown: string, form = "") =>
  field("begin", form) + code(instruction) + field("separate") + shown + field("end");
const math = (content: string) => `<m:oMath>${content}</m:oMath>`;
const marked = (content: string, name: string) =>
  `<w:bookmarkStart w:id="${name.charCodeAt(0)}" w:name="${name}"/>${content}<w:bookmarkEnd w:id="${name.charCodeAt(0)}"/>`;
const changed = 'w:id="7" w:author="A" w:date="2026-01-01T00:00:00Z"';

/** What manuals that are written with Word hold, each as a part of a document. */
export const WORD_FEATURES: Readonly<Record<string, WordFeature>> = {
  ...TABLE_FEATURES,
  headings: (w) => p(t(w.text(4)), '<w:pStyle w:val="H1"/>') + p(t(w.paragraph())),
  "a footnote": (w) => ({
    body: p(t(w.text()) + run('<w:footnoteReference w:id="2"/>') + t(` ${w.text()}`)),
    parts: {
      "footnotes.xml": `<w:footnote w:id="2">${p(run("<w:footnoteRef/>") + t(` ${w.text(8)}`))}</w:footnote>`,
    },
    leftOut: "11",
  }),
  "an endnote": (w) => ({
    body: p(t(w.text()) + run('<w:endnoteReference w:id="2"/>') + t(` ${w.text()}`)),
    parts: {
      "endnotes.xml": `<w:endnote w:id="2">${p(run("<w:endnoteRef/>") + t(` ${w.text(8)}`))}</w:endnote>`,
    },
    leftOut: "iii",
  }),
  "a text box": (w) => p(t(w.text()) + anchored("wps", shape(w.text()))),
  "grouped shapes": (w) =>
    p(
      anchored(
        "wpg",
        `<wpg:wgp><wpg:cNvGrpSpPr/><wpg:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="5000000" cy="1200000"/><a:chOff x="0" y="0"/><a:chExt cx="5000000" cy="1200000"/></a:xfrm></wpg:grpSpPr>${shape(w.text(4))}${shape(w.text(4), 600_000)}</wpg:wgp>`,
      ),
    ),
  "a text box of the old kind": (w) =>
    p(
      run(
        `<w:pict><v:shape style="position:absolute;width:400pt;height:60pt"><v:textbox><w:txbxContent>${p(t(w.text()))}</w:txbxContent></v:textbox></v:shape></w:pict>`,
      ),
    ) +
    p("") +
    p("") +
    p("") +
    p("") +
    p(""),
  "a frame": (w) =>
    p(
      t(w.code()),
      '<w:framePr w:w="1500" w:hSpace="140" w:wrap="around" w:hAnchor="text" w:vAnchor="text"/>',
    ) + p(t(w.paragraph())),
  "numbered lists": (w) =>
    [list(1, 0, w.text()), list(1, 1, w.text()), list(1, 1, w.text()), list(1, 0, w.text())].join(
      "",
    ),
  bullets: (w) => ({ body: [list(2, 0, w.text()), list(2, 0, w.text())].join(""), leftOut: "••" }),
  "lettered lists": (w) =>
    [list(3, 0, w.text()), list(3, 1, w.text()), list(3, 0, w.text())].join(""),
  "simple fields": (w) => {
    const text = w.text(3);
    return {
      body: p(
        `${marked(t(text), "a")}<w:fldSimple w:instr=" REF a ">${t(text)}</w:fldSimple>${t(w.text())}`,
      ),
    };
  },
  "fields in runs": (w) => {
    const text = w.text(2);
    return {
      body: p(
        marked(t(text), "b") +
          complex(" REF b ", t(text)) +
          t(" ") +
          complex(' HYPERLINK "http://x.example" ', t(w.text(3))),
      ),
    };
  },
  "a caption": (w) => p(t("Table ") + complex(" SEQ Table ", t("1")) + t(` ${w.text(4)}`)),
  "a form": (w) =>
    p(
      t(`${w.text(2)} `) +
        complex(
          " FORMTEXT ",
          t(w.text(2)),
          '<w:ffData><w:name w:val="x"/><w:enabled/><w:textInput/></w:ffData>',
        ) +
        t(` ${w.text(2)}`),
    ),
  "content controls": (w) =>
    p(t(`${w.text(3)} `) + control(t(w.text(3)), "<w:text/>")) +
    control(p(t(w.text())), "<w:richText/>") +
    control(p(t(w.text())), '<w:dropDownList><w:listItem w:value="1"/></w:dropDownList>'),
  equations: (w) =>
    p(
      t(`${w.text(4)} `) +
        math(
          `<m:r><m:t>P=</m:t></m:r><m:f>${e("num", "U+R")}${e("den", "3600")}</m:f><m:sSup>${e("e", "r")}${e("sup", "2")}</m:sSup>`,
        ),
    ) +
    `<w:p><m:oMathPara>${math(`<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e("e", "x+7")}</m:rad><m:sSub>${e("e", "T")}${e("sub", "in")}</m:sSub>`)}</m:oMathPara></w:p>`,
  ruby: (w) =>
    p(
      t(w.text(3)) +
        run(
          `<w:ruby><w:rubyPr><w:rubyAlign w:val="center"/></w:rubyPr><w:rt>${t(w.script("kana", 1))}</w:rt><w:rubyBase>${t(w.script("han", 1))}</w:rubyBase></w:ruby>`,
        ) +
        t(w.text(3)),
    ),
  "hidden text": (w) => {
    const [one, other] = [w.code(), w.code()];
    return {
      body: p(
        t(w.text()) +
          t(one, "<w:vanish/>") +
          t(` ${w.text()}`) +
          t(other, '<w:rStyle w:val="Secret"/>'),
      ),
      leftOut: one + other,
    };
  },
  "tracked changes": (w) => {
    const deleted = w.code();
    return {
      body: p(
        `${t(w.text())}<w:del ${changed}>${run(`<w:delText>${deleted}</w:delText>`)}</w:del><w:ins ${changed}>${t(` ${w.text()}`)}</w:ins>`,
      ),
      leftOut: deleted,
    };
  },
  "breaks and hyphens": (w) =>
    p(
      run(
        `<w:t>${w.code()}</w:t><w:br/><w:t>${w.code()}</w:t><w:tab/><w:t>${w.code()}</w:t><w:noBreakHyphen/><w:t>${w.code()}</w:t><w:softHyphen/><w:t>ing</w:t><w:cr/><w:t>${w.text()}</w:t>`,
      ),
    ),
  "symbol fonts": (w) =>
    p(
      t(`${w.text(3)} 10 k`) +
        run('<w:sym w:font="Symbol" w:char="F057"/>') +
        t(" at 25 ") +
        t("&#xF0B0;", '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>') +
        t("C, ") +
        run('<w:sym w:font="Wingdings" w:char="F0FC"/>') +
        t(w.text(2)),
    ),
  "several scripts": (w) => SCRIPT_NAMES.map((name) => p(t(w.script(name)))).join(""),
  "text from right to left": (w) =>
    p(t(w.script("hebrew"), "<w:rtl/>") + t(w.script("arabic"), "<w:rtl/>"), "<w:bidi/>") +
    p(`<w:bdo w:val="ltr">${t(w.text(3))}</w:bdo><w:dir w:val="ltr">${t(w.text(3))}</w:dir>`),
  "letters that look the same": (w) =>
    p(
      t(
        `${w.code()} oﬃce ﬂow ＨＰ－２４０ Ku\u0308hler 10\u2011bar m² ½ ℃ Ångström №7 ${w.text(3)}`,
      ),
    ),
  "capitals and small capitals": (w) =>
    p(
      t("valve opens slowly ", "<w:caps/>") +
        t(`when cold ${w.code()}`, "<w:smallCaps/>") +
        t(`H${w.code()}`, '<w:vertAlign w:val="subscript"/>'),
    ),
  "columns and sections": (w) =>
    p(t(w.paragraph())) +
    p(
      t(w.paragraph()),
      '<w:sectPr><w:type w:val="continuous"/><w:cols w:num="2" w:space="700"/></w:sectPr>',
    ),
  "a link, a bookmark and a smart tag": (w) =>
    p(
      `<w:bookmarkStart w:id="5" w:name="c"/><w:hyperlink w:anchor="c">${t(w.text(3))}</w:hyperlink><w:bookmarkEnd w:id="5"/><w:smartTag w:uri="u" w:element="e">${t(` ${w.text(3)}`)}</w:smartTag><w:customXml w:element="x">${t(` ${w.text(2)}`)}</w:customXml>`,
    ),
  "a table of contents": (w) =>
    p(
      field("begin") +
        code(" TOC x ") +
        field("separate") +
        t(`${w.text(3)}`) +
        run("<w:tab/>") +
        t("7"),
    ) +
    p(t(w.text(3)) + run("<w:tab/>") + t("9")) +
    p(field("end")) +
    p(t(w.text())),
  "numbered headings": (w) =>
    [1, 2].map(() => p(t(w.text(3)), '<w:pStyle w:val="H2"/>') + p(t(w.text(9)))).join(""),
  "moved text": (w) => ({
    body:
      p(`<w:moveFrom ${changed}>${t("moved")}</w:moveFrom>${t(w.text())}`) +
      p(`<w:moveTo ${changed}>${t("moved")}</w:moveTo>${t(w.text())}`),
    leftOut: "moved",
  }),
  "boxes to check": (w) =>
    p(
      control(run("<w:t>☒</w:t>"), '<w14:checkbox><w14:checked w14:val="1"/></w14:checkbox>') +
        t(` ${w.text(2)} `) +
        control(run("<w:t>☐</w:t>"), '<w14:checkbox><w14:checked w14:val="0"/></w14:checkbox>') +
        t(w.text(2)),
    ),
  "equations of the old kind": (w) =>
    p(
      t(`${w.text(3)} `) +
        field("begin") +
        code(" EQ \\f(U,R) ") +
        field("separate") +
        field("end") +
        t(w.text(2)),
    ),
  "a conditional field": (w) =>
    p(
      field("begin") +
        code(" IF ") +
        complex(" DOCPROPERTY x ", t("1")) +
        code(' = 1 "a" "b" ') +
        field("separate") +
        t(w.text(3)) +
        field("end") +
        t(w.text(3)),
    ),
  "page breaks": (w) =>
    p(t(w.text()) + run('<w:br w:type="page"/>') + t(w.text())) +
    p(t(w.text()), "<w:pageBreakBefore/>"),
  "a comment": (w) => ({
    body: p(
      `<w:commentRangeStart w:id="2"/>${t(w.text())}<w:commentRangeEnd w:id="2"/>${run('<w:commentReference w:id="2"/>')}`,
    ),
    parts: { "comments.xml": `<w:comment w:id="2" w:author="A">${p(t(w.code()))}</w:comment>` },
  }),
  "a header and a footer": (w) => {
    const [above, below] = [w.text(4), w.text(4)];
    return {
      body: "",
      parts: {
        "header1.xml": p(t(above)),
        "footer1.xml": p(t(`${below} `) + complex(" PAGE ", t("1"))),
      },
      leftOut: `${above} ${below}`,
    };
  },
};
