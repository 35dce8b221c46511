import type { JsonValue, Message, Part, ToolOutput } from '@lamella/core'
import { sentencesOf } from '../summary/sentences.ts'
import { withoutClosingLine } from './message-values.ts'
import { isProse } from './words.ts'

/** The most characters of a result in which sentences are looked for. */
const most = 8_000

/** Returns the sentences in the results of a message: of texts, and of fields of JSON. Not code, and not data. */
export function resultSentences({ content }: Message): readonly string[] {
  if (typeof content === 'string') return []
  return (content as readonly Part[]).flatMap((part) => (part.type === 'tool-result' ? sentencesIn(part.output) : []))
}

function sentencesIn(output: ToolOutput): readonly string[] {
  switch (output.type) {
    case 'text':
      return sentencesOfText(withoutClosingLine(output.value, output.providerOptions))
    case 'json':
      return leavesOf(output.value)
    case 'content':
      return output.value.flatMap((item) =>
        item.type === 'text' ? sentencesOfText(withoutClosingLine(item.text, item.providerOptions)) : [],
      )
    case 'error-text':
    case 'error-json':
    case 'execution-denied':
      return []
    default:
      output satisfies never
      return []
  }
}

function sentencesOfText(text: string): readonly string[] {
  if (/^\s*[{[]/.test(text)) {
    try {
      return leavesOf(JSON.parse(text) as JsonValue)
    } catch {
      // Text that begins like JSON.
    }
  }
  return proseOf(text)
}

function leavesOf(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return proseOf(value)
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value as { readonly [key: string]: JsonValue }).flatMap(leavesOf)
}

function proseOf(text: string): readonly string[] {
  return text.length < 8 ? [] : sentencesOf(text.slice(0, most)).filter(isProse)
}
