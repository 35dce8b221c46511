import { escapeAttribute, escapeText } from '@lamella/core/plugin'

export type AttributeValue = string | number | boolean

/** Names and values in order; an attribute without a value is not written. */
export type Attributes = readonly (readonly [name: string, value: AttributeValue | undefined])[]

/**
 * An element around a text. Each line that is not empty is indented by two spaces, so that its beginning tells it from
 * markup; without them the text is as it was.
 */
export function writeElement(tag: string, attributes: Attributes, text: string): string {
  let open = `<${tag}`
  for (const [name, value] of attributes) {
    if (value !== undefined) open += ` ${name}="${escapeAttribute(String(value))}"`
  }
  const body = escapeText(text).replace(/(^|\n)(?=[^\n])/g, '$1  ')
  return text === '' ? `${open}>\n</${tag}>` : `${open}>\n${body}\n</${tag}>`
}
