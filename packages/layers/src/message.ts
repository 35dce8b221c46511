import { defineLayer, type Layer } from '@lamella/core'

/**
 * Creates the message layer: the user's new message. Order 700, priority 1000, stability `turn`, placement `messages`.
 * One pinned fragment, `message`, always included in full. Empty in the middle of an agent's loop, when there is no new
 * message.
 *
 * @example
 * const context = await createContext()
 *   .use(message())
 *   .budget({ window: 8_000, reserve: 1_000 })
 *   .build({ scope: { tenant: 'acme' }, message: 'Hello' })
 */
export function message(): Layer<'message'> {
  return defineLayer('message', {
    order: 700,
    priority: 1000,
    stability: 'turn',
    placement: 'messages',
    load: ({ message: own, session }) =>
      // Its position is the one it will have in the session, so that a run knows it again there.
      own === undefined ? undefined : [{ id: 'message', content: [own], pinned: true, position: session.length }],
  })
}
