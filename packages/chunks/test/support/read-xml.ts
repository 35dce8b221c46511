import type { ContextMessage } from '@lamella/chunks'
import { parseXml, type XmlElement, XmlText } from '@rgrove/parse-xml'

/** An element of a message, as an XML parser reads it. */
export interface ReadElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  /** The text without the indentation. */
  readonly text: string
}

/** Returns the elements of a text. Fails if there is text between them or if elements are nested. */
export function readXml(text: string): readonly ReadElement[] {
  const root = parseXml(`<root>${text}</root>`).root as XmlElement
  return root.children.flatMap((child) => {
    if (child instanceof XmlText) {
      if (child.text.trim() !== '') throw new Error(`text between elements: ${child.text}`)
      return []
    }
    const { name, attributes, children } = child as XmlElement
    if (!children.every((one) => one instanceof XmlText)) throw new Error('an element in an element')
    return [{ tag: name, attributes: { ...attributes }, text: unindent((child as XmlElement).text) }]
  })
}

export function readMessages(
  messages: readonly ContextMessage[],
): readonly (ReadElement & { readonly role: string })[] {
  return messages.flatMap(({ role, content }) => readXml(content).map((element) => ({ ...element, role })))
}

function unindent(text: string): string {
  return text === '\n' ? '' : text.slice(1, -1).replace(/(^|\n) {2}/g, '$1')
}
