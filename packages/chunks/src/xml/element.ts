import { escapeAttribute, escapeText } from '@lamella/core/plugin'

export type AttributeValue = string | number | boolean

/** Names and values in order; attributes without a value are not written. */
export type Attributes = readonly (readonly [name: string, value: AttributeValue | undefined])[]

/**
 * Returns an element around a text. Each non-empty line is indented by two spaces, which sets it apart from markup;
 * removing them restores the text.
 */
export function writeElement(tag: string, attributes: Attributes, text: string): string {
  let open = `<${tag}`
  for (const [name, value] of attributes) {
    if (value !== undefined) open += ` ${name}="${escapeAttribute(String(value))}"`
  }
  const body = escapeText(text).replace(/(^|\n)(?=[^\n])/g, '$1  ')
  return text === '' ? `${open}>\n</${tag}>` : `${open}>\n${body}\n</${tag}>`
}
