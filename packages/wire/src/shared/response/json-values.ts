import type { TextReader } from './sse.ts'

/**
 * Splits a text into JSON objects in linear time: the items of an array, as Gemini sends them without `alt=sse`, or one
 * object after the other. `onTorn` is called at the end if the text breaks off.
 */
export function createJsonReader(onValue: (json: string) => void, onTorn: () => void): TextReader {
  let pieces: string[] | undefined
  let depth = 0
  /** The depth of the objects: 1 inside an array. */
  let base = 0
  let isInText = false
  let isEscaped = false
  const skipText = (code: number): void => {
    if (isEscaped) isEscaped = false
    else if (code === backslash) isEscaped = true
    else if (code === quote) isInText = false
  }
  return {
    push(text) {
      let start = 0
      for (let at = 0; at < text.length; at++) {
        const code = text.charCodeAt(at)
        if (isInText) skipText(code)
        else if (code === quote) isInText = true
        else if (code === openBrace || code === openBracket) {
          if (depth === 0 && code === openBracket) base = 1
          else if (depth === base) {
            pieces = []
            start = at
          }
          depth++
        } else if (code === closeBrace || code === closeBracket) {
          depth = Math.max(0, depth - 1)
          if (pieces !== undefined && depth === base) {
            pieces.push(text.slice(start, at + 1))
            onValue(pieces.join(''))
            pieces = undefined
          }
          if (depth === 0) base = 0
        }
      }
      pieces?.push(text.slice(start))
    },
    end() {
      if (depth > 0) onTorn()
    },
  }
}

const quote = 0x22
const backslash = 0x5c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
