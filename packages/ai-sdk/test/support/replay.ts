import type { AssistantPart, Message, ToolDefinition } from '@lamella/core'
import * as ai from 'ai'

/** The turns of a recorded conversation: a question, and the messages up to the next one. */
export function turnsOf(
  messages: readonly Message[],
): readonly { readonly question: string; readonly rest: readonly Message[] }[] {
  const turns: { question: string; rest: Message[] }[] = []
  for (const message of messages) {
    if (message.role === 'system') continue
    if (message.role === 'user') turns.push({ question: plainText(message), rest: [] })
    else turns.at(-1)?.rest.push(message)
  }
  return turns.filter(({ question, rest }) => question !== '' && rest[0]?.role === 'assistant')
}

const plainText = ({ content }: Message): string =>
  typeof content === 'string'
    ? content
    : (content as readonly { readonly text?: string }[]).map(({ text = '' }) => text).join('')

export const partsOf = ({ content }: Message): readonly AssistantPart[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content as readonly AssistantPart[])

/**
 * Tools that answer what the recording says; a call that was never answered throws, as a tool that was aborted. Without
 * `definitions` they have no arguments.
 */
export function recordedTools(
  messages: readonly Message[],
  definitions: readonly ToolDefinition[] = [],
  { tool, jsonSchema }: Pick<typeof ai, 'tool' | 'jsonSchema'> = ai,
): ai.ToolSet {
  const names = new Set<string>()
  const known = new Map(definitions.map((definition) => [definition.name, definition]))
  const results = new Map<string, string>()
  for (const part of messages.flatMap(partsOf)) {
    if (part.type === 'tool-call') names.add(part.toolName)
    if (part.type === 'tool-result')
      results.set(plainId(part.toolCallId), String((part.output as { value?: unknown }).value))
  }
  const execute = async (_: unknown, { toolCallId }: { readonly toolCallId: string }): Promise<string> => {
    const result = results.get(toolCallId.replace(/_n\d+$/, ''))
    if (result === undefined) throw new Error('Aborted.')
    return result
  }
  return Object.fromEntries(
    [...names].map((name) => {
      const { description = '', inputSchema = { type: 'object', properties: {} } } = known.get(name) ?? {}
      return [name, tool({ description, inputSchema: jsonSchema(inputSchema as object), execute })]
    }),
  )
}

/** An id that every provider accepts. */
export const plainId = (id: string): string => id.replace(/[^a-zA-Z0-9_-]/g, '_')
