import type { JsonValue, Message, Part, ToolOutput } from '@lamella/core'

/** Words with spaces between them, from a capital letter to a full stop. */
const sentence = /^["'*\s]*(?=\p{Lu})[^{}<>;=|\\]{20,240}[.!]["']?$/u
const letter = /\p{L}/u

/** Returns the sentences in the results of a message: lines of text, and fields of JSON, that are one. Not code, and not data. */
export function resultSentences({ content }: Message): readonly string[] {
  if (typeof content === 'string') return []
  return (content as readonly Part[]).flatMap((part) => (part.type === 'tool-result' ? sentencesIn(part.output) : []))
}

function sentencesIn(output: ToolOutput): readonly string[] {
  if (output.type === 'text') return linesOf(output.value)
  if (output.type === 'json') return leavesOf(output.value)
  return []
}

function linesOf(text: string): readonly string[] {
  if (/^\s*[{[]/.test(text)) {
    try {
      return leavesOf(JSON.parse(text) as JsonValue)
    } catch {
      // Text that begins like JSON.
    }
  }
  return text.split('\n').filter(isSentence)
}

function leavesOf(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return value.split('\n').filter(isSentence)
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value as { readonly [key: string]: JsonValue }).flatMap(leavesOf)
}

function isSentence(line: string): boolean {
  return sentence.test(line.trim()) && line.split(' ').filter((word) => letter.test(word)).length >= 5
}
