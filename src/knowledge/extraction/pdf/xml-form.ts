/** An element of a form of the XML kind, as pdf.js shows it. */
export interface FormElement {
  name: string;
  value?: string;
  attributes?: {
    type?: string;
    value?: string;
    textContent?: string;
    checked?: boolean;
    selected?: boolean;
    style?: { visibility?: string };
  };
  children?: (FormElement | null)[];
}

/** The texts of a form and the values of its fields, in their order. */
export function textsOfForm({
  name,
  value,
  attributes = {},
  children = [],
}: FormElement): string[] {
  if (attributes.style?.visibility === "hidden") return [];
  const inside = children.flatMap((child) => (child === null ? [] : textsOfForm(child)));
  switch (name) {
    case "input":
      if (attributes.type === "password") return [];
      if (attributes.type === "checkbox" || attributes.type === "radio") {
        return attributes.checked === true ? ["☒"] : [];
      }
      return [attributes.value ?? ""];
    case "textarea":
      return [attributes.value ?? attributes.textContent ?? value ?? ""];
    case "option":
      return attributes.selected === true ? [value ?? attributes.textContent ?? ""] : [];
    default:
      return [attributes.textContent ?? value ?? "", ...inside];
  }
}
