import { createContext, defineLayer } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { extend, type RunState } from '@lamella/runs'
import { asking, promptLayer, unlessTooLarge } from './requests.ts'
import type { Strategy } from './strategies.ts'

const scope = { tenant: 'bench', kind: 'private' } as const

/** A run with the defaults: each request extends the last one, and changes are announced after the new message. */
export const run: Strategy = ({ recording, window, reserve, counter }) => {
  let notes: readonly string[] = []
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
    .use([promptLayer(recording.system), notesLayer, clock, history(), { ...message(), order: 1_300 }])
    .tokenizer(counter.tokenizer)
    .framing(counter.framing)
    .tools(recording.tools)
    .budget({ window, reserve })
  let state: RunState | undefined
  return async (call) => {
    notes = call.notes.split('\n').slice(1)
    const request = { scope, ...asking(call.messages), now: call.now, ...(state && { run: state }) }
    const context = await unlessTooLarge(() => extend(builder, request))
    state = context?.run ?? state
    return context
  }
}

function shown(now: Date | undefined): string {
  return now?.toISOString().slice(0, 16).replace('T', ' ') ?? ''
}
