import { isObject } from '@lamella/core/plugin'
import { textWithoutMarks } from './text-without-marks.ts'

/** The wire formats whose requests can be compared. */
export type PrefixFormat = 'openai-chat' | 'openai-responses' | 'anthropic' | 'bedrock-converse' | 'gemini'

/** One item of a request, in the order in which providers read it. */
export interface RequestItem {
  /** Such as `messages[3]`. */
  readonly path: string
  /** The item as canonical JSON, without cache marks. */
  readonly text: string
}

/** Where a format keeps the content that a model reads: single fields and lists, in the order of the prompt. */
const places: Readonly<Record<PrefixFormat, readonly string[]>> = {
  'openai-chat': ['tools', 'messages'],
  'openai-responses': ['tools', 'instructions', 'input'],
  anthropic: ['tools', 'system', 'messages'],
  'bedrock-converse': ['toolConfig', 'system', 'messages'],
  gemini: ['tools', 'systemInstruction', 'contents'],
}

/** Lists the items of a request in the order of the prompt: tools, then system, then each message. */
export function requestItems(format: PrefixFormat, request: object): readonly RequestItem[] {
  const fields = request as Readonly<Record<string, unknown>>
  return places[format].flatMap((name): readonly RequestItem[] => {
    const value = fields[name]
    if (value === undefined) return []
    const isList = Array.isArray(value) && value.every(isObject)
    if (!isList || name === 'tools') return [{ path: name, text: textWithoutMarks(value) }]
    return value
      .map((item, index) => ({ path: `${name}[${index}]`, text: textWithoutMarks(item) }))
      .filter(({ text }) => text !== '')
  })
}
