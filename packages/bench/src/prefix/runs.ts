import { createContext, defineLayer, isLamellaError, type UserMessage } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { extend, type RunState } from '@lamella/runs'
import type { Strategy } from './strategies.ts'

const scope = { tenant: 'bench', kind: 'private' } as const

/** A run with the defaults: each request extends the last one, and what changes is told after the new message. */
export const run: Strategy = ({ recording, window, reserve, counter }) => {
  let notes: readonly string[] = []
  const prompt = defineLayer('prompt', {
    order: 100,
    priority: 1_000,
    stability: 'static',
    load: () => [{ id: 'prompt', content: recording.system, pinned: true }],
  })
  const notesLayer = defineLayer('notes', {
    order: 890,
    priority: 900,
    load: ({ run: known }) => ({
      fragments: notes.map((note) => ({ id: note, content: note })),
      ...(known && { revoked: [] }),
    }),
    compose: (kept) => ['Relevant notes:', ...kept.map(({ content }) => content)].join('\n'),
  })
  const clock = defineLayer('clock', {
    order: 900,
    priority: 1_000,
    stability: 'session',
    load: ({ now }) => [{ id: 'clock', content: `Current datetime: ${shown(now)} UTC`, pinned: true }],
  })
  const builder = createContext()
    .use([prompt, notesLayer, clock, history(), { ...message(), order: 1_300 }])
    .tokenizer(counter.tokenizer)
    .framing(counter.framing)
    .tools(recording.tools)
    .budget({ window, reserve })
  let state: RunState | undefined
  return async (call) => {
    notes = call.notes.split('\n').slice(1)
    const newest = call.messages.at(-1)
    const asks = newest?.role === 'user'
    try {
      const context = await extend(builder, {
        scope,
        session: asks ? call.messages.slice(0, -1) : call.messages,
        ...(asks && { message: newest as UserMessage }),
        now: call.now,
        ...(state && { run: state }),
      })
      state = context.run
      return context
    } catch (error) {
      if (isLamellaError(error, 'CONTEXT_OVERFLOW')) return undefined
      throw error
    }
  }
}

function shown(now: Date | undefined): string {
  return now?.toISOString().slice(0, 16).replace('T', ' ') ?? ''
}
