import { defineLayer, type Fragment, type Kept, type Layer, type LayerRequest, type Message } from '@lamella/core'
import type { Mutant } from './mutant.ts'

const lines = ['The launch is on June 3.', 'Ada tells the vendors.', 'Zoë books the room.']

/** A correct system prompt layer: three notes with a short form each, counted, under a heading. */
export const notes: Layer = defineLayer('notes', {
  order: 250,
  load: ({ count }) =>
    lines.map((content, i): Fragment => {
      const short = content.slice(0, 12)
      return { id: `note-${i}`, content, rank: i, shorter: [short], tokens: [count(content), count(short)] }
    }),
  compose: (kept) => ['# Notes', ...kept.map(({ content }) => `- ${content}`)].join('\n'),
})

/** A correct layer that adds what is new in a run: the notes, and which of those it told are gone. */
export const addedNotes: Layer = {
  ...notes,
  update: 'add',
  load: async (request) => {
    const fragments = (await notes.load(request)) as readonly Fragment[]
    const ids = fragments.map(({ id }) => id)
    return { fragments, ...(request.run && { revoked: request.run.told.filter((id) => !ids.includes(id)) }) }
  },
}

/**
 * A correct conversation layer: the last four messages, or in a run those that it sends, each a fragment, and a reminder
 * before them.
 */
export const talk: Layer = defineLayer('talk', {
  placement: 'messages',
  load: async ({ session, signal, run }) => {
    const kept = run?.kept ?? [[Math.max(0, session.length - 4), session.length] as const]
    const reminder: Fragment = { id: 'reminder', content: [{ role: 'user', content: 'Answer briefly.' }], pinned: true }
    const fragments = [reminder]
    for (const [index, [start, end]] of kept.entries()) {
      const messages = await session.read(start, index === kept.length - 1 ? session.length : end, { signal })
      for (const [i, message] of messages.entries()) {
        fragments.push({ id: `m${start + i}`, content: [message], position: start + i })
      }
    }
    return fragments
  },
})

export const layerMutant = (code: string, name: string, base: Layer, fault: () => object): Mutant<Layer> => ({
  code,
  name,
  make: () => ({ ...base, ...fault() }) as Layer,
})

/** The notes layer with a fault in one note. */
export const oneNote = (code: string, name: string, fault: object): Mutant<Layer> =>
  layerMutant(code, name, notes, () => ({
    load: async (request: LayerRequest) => {
      const [first, ...rest] = (await notes.load(request)) as readonly Fragment[]
      return [{ ...first, ...fault }, ...rest]
    },
  }))

/** The conversation layer with a faulty message instead of the reminder. */
export const oneMessage = (code: string, name: string, message: object): Mutant<Layer> =>
  layerMutant(code, name, talk, () => ({
    load: async (request: LayerRequest) => {
      const [, ...rest] = (await talk.load(request)) as readonly Fragment[]
      return [{ id: 'reminder', content: [message as Message] }, ...rest]
    },
  }))

/** A layer that does something else before it loads. */
export const before = (
  code: string,
  name: string,
  base: Layer,
  fault: (request: LayerRequest) => unknown,
): Mutant<Layer> =>
  layerMutant(code, name, base, () => ({
    load: async (request: LayerRequest) => {
      await fault(request)
      return base.load(request)
    },
  }))

/** The notes layer with another `compose`. */
export const composing = (
  code: string,
  name: string,
  compose: (kept: readonly Kept[], correct: (kept: readonly Kept[]) => string) => unknown,
): Mutant<Layer> =>
  layerMutant(code, name, notes, () => ({
    compose: (kept: readonly Kept[]) => compose(kept, (list) => notes.compose?.(list) ?? ''),
  }))
