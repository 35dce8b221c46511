import { endOfText } from './parse-line.ts'

/** How much of a file is looked at. */
const mostCharacters = 65_536

/**
 * Returns what the beginning of a JSON value says of its keys: an object with the first object's own keys, in a list if the
 * value is one. Values that are short texts are kept; other ones are `{}`, since only their presence is a sign.
 */
export function keysOf(head: string): unknown {
  const text = head.slice(0, mostCharacters)
  const start = text.search(/[[{]/)
  const isList = text[start] === '['
  const open = isList ? text.indexOf('{', start) : start
  if (open === -1) return undefined
  const found: Record<string, unknown> = {}
  let depth = 0
  let key: string | undefined
  for (let at = open; at < text.length; at++) {
    const character = text[at] as string
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') {
      if (--depth === 0) break
    } else if (character === '"') {
      const end = endOfText(text, at)
      if (end === -1) break
      const held = text.slice(at + 1, end)
      if (depth === 1) {
        if (key === undefined && /^\s*:/.test(text.slice(end + 1))) {
          key = held
          found[key] = {}
        } else if (key !== undefined) found[key] = held
      }
      at = end
    } else if (character === ',' && depth === 1) key = undefined
  }
  return isList ? [found] : found
}
