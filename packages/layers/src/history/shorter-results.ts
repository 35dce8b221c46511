import type { Message, ToolPart } from '@lamella/core'
import type { ResultRule } from './results-first.ts'
import { shortenMessage } from './shorten-message.ts'

/** The characters of an old result that stay when it is shortened. */
export const shortResult = 400

/**
 * Returns the shorter forms of a message with results at a cut: its longest texts cut to 400 characters, then only the size of
 * each result. Nothing is left of errors and short results to save, so they stay.
 */
export function shorterResults(message: Message, tools: Readonly<Record<string, ResultRule>>): readonly Message[] {
  if (message.role !== 'tool' || message.content.some((part) => isKept(part, tools))) return []
  const short = shortenMessage(message, shortResult)
  const named = nameResults(message.content)
  const forms: Message[] = short ? [short] : []
  return named ? [...forms, { ...message, content: named }] : forms
}

function isKept(part: ToolPart, tools: Readonly<Record<string, ResultRule>>): boolean {
  return part.type === 'tool-result' && Object.hasOwn(tools, part.toolName) && tools[part.toolName] === 'keep'
}

/** The least characters that naming a result must save. */
const worthNaming = 100

function nameResults(content: readonly ToolPart[]): ToolPart[] | undefined {
  let saved = 0
  const named = content.map((part): ToolPart => {
    if (part.type !== 'tool-result' || part.output.type === 'execution-denied') return part
    const { output } = part
    const { length } = typeof output.value === 'string' ? output.value : JSON.stringify(output.value)
    const isError = output.type === 'error-text' || output.type === 'error-json'
    const value = `[Result of ${length} characters, no longer shown]`
    if (length < value.length + worthNaming) return part
    saved += length - value.length
    return { ...part, output: { type: isError ? 'error-text' : 'text', value } }
  })
  return saved > 0 ? named : undefined
}
