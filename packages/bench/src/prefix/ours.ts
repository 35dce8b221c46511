import { type Arrangement, createContextAssembler } from '@lamella/assembler'
import { defineLayer } from '@lamella/core'
import { createSessionStore } from '@lamella/store/memory'
import { unlessTooLarge } from './requests.ts'
import type { Strategy } from './strategies.ts'

const scope = { tenant: 'bench', kind: 'private' } as const
const session = 'conversation'

/** The assembler with its defaults: a session in a store, and the notes in a separate layer. */
export function lamella(arrange: Arrangement): Strategy {
  return ({ recording, window, reserve, counter }) => {
    const sessionStore = createSessionStore()
    let stored = 0
    let notes = ''
    const notesLayer = defineLayer('notes', {
      order: 890,
      priority: 1_000,
      stability: 'turn',
      load: () => [{ id: 'notes', content: notes, pinned: true }],
    })
    const assembler = createContextAssembler(
      {
        sessionStore,
        scope,
        toolExecutor: { list: () => recording.tools },
        layers: [notesLayer],
      },
      {
        arrange,
        model: 'gpt-4o',
        tokenizer: counter.tokenizer,
        framing: counter.framing,
        sections: [{ name: 'prompt', content: recording.system, order: 0 }],
      },
    )
    return async (call) => {
      notes = call.notes
      await sessionStore.append(scope, session, call.messages.slice(stored))
      stored = call.messages.length
      return unlessTooLarge(() => assembler.assemble(session, undefined, { now: call.now, window, reserve }))
    }
  }
}
