import { createContext, type Message, type Session } from '@lamella/core'
import { history, message, system } from '@lamella/layers'
import { duration, measure } from './measure.ts'
import { atMost, type Section } from './section.ts'

const text = 'The launch moves to the second week, since the review found two things to mend. '

/** Checks that the cost of a build depends on its budget, not on the length of the session. */
export async function longSessions(): Promise<Section> {
  const builder = createContext()
    .use([system({ prompt: 'Be kind.' }), history({ maxMessages: Number.POSITIVE_INFINITY }), message()])
    .budget({ window: 8_000, reserve: 1_000 })
  // As a store's: a plain array is looked through for summaries, which takes a few nanoseconds per message.
  const session = (length: number): Session => {
    const messages = Array.from(
      { length },
      (_, index): Message => ({
        role: index % 2 === 0 ? 'user' : 'assistant',
        content: `${index}: ${text.repeat(2)}`,
      }),
    )
    return { length, read: (start, end) => messages.slice(start, end), summaries: [] }
  }
  const build = (own: Session) => () => builder.build({ scope: { tenant: 'acme' }, session: own, message: 'And now?' })
  const { short, long } = await measure({ short: build(session(1_000)), long: build(session(100_000)) })
  return {
    title: 'A long session',
    about: 'A whole build for a window of 8,000 tokens, without a limit on the number of messages.',
    table: [
      ['messages in the session', 'a build takes'],
      ['1,000', duration(short)],
      ['100,000', duration(long)],
    ],
    claims: [atMost('100,000 messages cost at most 1.5 times as much as 1,000', long / short, 1.5)],
  }
}
