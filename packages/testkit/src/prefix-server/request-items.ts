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
export const places: Readonly<Record<PrefixFormat, readonly string[]>> = {
  'openai-chat': ['tools', 'messages'],
  'openai-responses': ['tools', 'instructions', 'input'],
  anthropic: ['tools', 'system', 'messages'],
  'bedrock-converse': ['toolConfig', 'system', 'messages'],
  gemini: ['tools', 'systemInstruction', 'contents'],
}

/** Formats in which messages of one role in a row are one turn. */
const joined: readonly PrefixFormat[] = ['anthropic', 'bedrock-converse', 'gemini']

/**
 * Lists the items of a request in the order of the prompt: tools, then system, then the turns, system and turns block by
 * block, since a user's turn may get blocks at its end.
 */
export function requestItems(format: PrefixFormat, request: object): readonly RequestItem[] {
  const fields = request as Readonly<Record<string, unknown>>
  return places[format].flatMap((name): readonly RequestItem[] => {
    const value = name === 'system' ? blocksOf(fields[name]) : fields[name]
    if (value === undefined) return []
    const isList = Array.isArray(value) && value.every(isObject)
    if (!isList || name === 'tools') return [{ path: name, text: textWithoutMarks(value) }]
    let role: unknown
    return value.flatMap((item, index) => {
      const { content, parts, ...rest } = item
      // Blocks of the system prompt have no role, and are items of their own.
      const continues = name !== 'system' && joined.includes(format) && rest['role'] === role
      role = rest['role']
      const path = `${name}[${index}]`
      const start = continues ? [] : [{ path, text: textWithoutMarks(rest) }]
      const blocks = blocksOf(content ?? parts).map((block, at) => ({
        path: `${path}.content[${at}]`,
        text: textWithoutMarks(block),
      }))
      return [...start, ...blocks].filter(({ text }) => text !== '')
    })
  })
}

/** Returns the blocks of a content: a text is one block of text. */
export function blocksOf(content: unknown): readonly unknown[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  return Array.isArray(content) ? content : []
}
