import {
  type ContextBuilder,
  defineLayer,
  type Fragment,
  type Layer,
  type LayerDefinition,
  type Message,
} from '@lamella/core'
import { start } from './layers.ts'

export const user = (content: string): Message => ({ role: 'user', content })
export const assistant = (content: string): Message => ({ role: 'assistant', content })
export const thought = (text: string): Message => ({
  role: 'assistant',
  content: [
    { type: 'reasoning', text: `Thinking of ${text}`, providerOptions: { anthropic: { signature: 's' } } },
    { type: 'text', text },
  ],
})
export const calls = (...ids: readonly string[]): Message => ({
  role: 'assistant',
  content: ids.map((toolCallId) => ({ type: 'tool-call', toolCallId, toolName: 'look', input: { at: toolCallId } })),
})
export const result = (toolCallId: string, value = `Seen ${toolCallId}.`): Message => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId, toolName: 'look', output: { type: 'text', value } }],
})

/** Shows the session, and drops its oldest messages first. */
export const history = (more: Partial<LayerDefinition> = {}): Layer<'history'> =>
  defineLayer('history', {
    order: 600,
    priority: 10,
    placement: 'messages',
    load: async ({ session, run }) => {
      const from = run?.kept?.[0]?.[0] ?? 0
      const messages = await session.read(from, session.length, { signal: new AbortController().signal })
      return messages
        .map((message, index): Fragment => {
          const position = from + index
          return { id: `m${position}`, content: [message], position, rank: position }
        })
        .filter(({ position = 0 }) => !run?.kept || isKept(run.kept, position))
    },
    ...more,
  })

function isKept(kept: readonly (readonly [number, number])[], position: number): boolean {
  return position >= (kept.at(-1)?.[1] ?? 0) || kept.some(([from, to]) => from <= position && position < to)
}

/** Shows the new message. */
export const question: Layer<'question'> = defineLayer('question', {
  order: 700,
  priority: 1000,
  placement: 'messages',
  load: ({ message, session }) =>
    message && [{ id: 'question', content: [message], pinned: true, position: session.length }],
})

/** A builder with a window, a history and the new message; a token is a character. */
export const talk = (window = 10_000, keep?: number): ContextBuilder<'history' | 'question'> =>
  start()
    .use([history(), question])
    .budget({ window, reserve: 10, ...(keep !== undefined && { keep }) })
