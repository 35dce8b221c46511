import { parsedJson } from '../guards.ts'
/** Gives the top-level fields of a JSON object, which arrives in pieces, other names. */
export interface FieldReader {
  /** Returns what is ready of the text. A name waits until it is whole. */
  push(piece: string): string
  /** Returns the name that has not ended. */
  rest(): string
}

/** @param names The fields' other names. */
export function createFieldReader(names: ReadonlyMap<string, string>): FieldReader {
  let depth = 0
  /** Whether the next string is a field of the top level. */
  let isName = false
  let inString = false
  let isEscaped = false
  let waiting = ''

  const named = (text: string): string => {
    const name = parsedJson(text)
    const own = typeof name === 'string' ? names.get(name) : undefined
    return own === undefined ? text : JSON.stringify(own)
  }
  const read = (character: string): string => {
    if (inString) {
      const ends = character === '"' && !isEscaped
      isEscaped = character === '\\' && !isEscaped
      inString = !ends
      if (!isName) return character
      waiting += character
      if (!ends) return ''
      isName = false
      const text = named(waiting)
      waiting = ''
      return text
    }
    inString = character === '"'
    if (inString && isName) {
      waiting = character
      return ''
    }
    if (character === '{' || character === '[') depth++
    if (character === '}' || character === ']') depth--
    if (character === '{' || character === ',') isName = depth === 1
    return character
  }

  return {
    push(piece) {
      let text = ''
      for (const character of piece) text += read(character)
      return text
    },
    rest: () => waiting,
  }
}
