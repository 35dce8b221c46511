import { oneLine } from '../shared/plain-text.ts'

const special = /[&<>"']/g
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/**
 * A value for the inside of an element or attribute: on one line, without characters that XML forbids, and with
 * everything escaped that could end the markup it stands in.
 */
export function escapeXml(value: string): string {
  // A function, not a replacement string: in those, `$` is special.
  return oneLine(value).replace(special, (character) => entities[character] ?? '')
}
