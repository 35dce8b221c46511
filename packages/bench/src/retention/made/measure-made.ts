import { createEstimator } from '@lamella/core'
import { createCounter } from '@lamella/core/plugin'
import { measureRetention, type Outcome, shareOf } from '@lamella/testkit/retention'
import { countingOnce } from '../../prefix/counting.ts'
import { type Format, formats } from '../../prefix/formats.ts'
import { percent } from '../../prefix/percent.ts'
import { withInterval } from '../figures.ts'
import type { Compared } from '../strategies.ts'
import { extracted } from '../summaries.ts'
import { madeConversation, wordings } from './conversation.ts'

const [format] = formats as readonly [Format]

/** How many conversations of each kind are made, and how much longer than the window each is. */
const [seeds, length] = [3, 2.5]

/** Plays made conversations with a strategy, and returns a row: its facts by kind of conversation, and replaced decisions alone. */
export async function madeRow({ name, strategy }: Compared, window: number): Promise<readonly string[]> {
  const counter = countingOnce(createCounter(createEstimator(), format.framing))
  const all: Outcome[] = []
  const shares: string[] = []
  for (const [index, wording] of wordings.entries()) {
    const conversations = Array.from({ length: seeds }, (_, seed) =>
      madeConversation(wording, seed + 1, length * window),
    )
    const options = { window, counter, summarize: extracted, judged: 1 }
    const outcomes = await measureRetention(strategy, conversations, options)
    shares.push(withInterval(shareOf(outcomes, 'kept')))
    all.push(...outcomes.map((one) => ({ ...one, conversation: index * seeds + one.conversation })))
  }
  const decisions = all.filter(({ fact }) => fact.replaces !== undefined)
  const alone = decisions.filter(({ verdict }) => verdict === 'outdated').length
  return [name, ...shares, percent(shareOf(all, 'kept', 'reachable').share), `${alone} of ${decisions.length}`]
}

/** The heading of the rows. */
export const madeHead: readonly string[] = [
  '',
  'English, plain',
  'German, plain',
  'Japanese, plain',
  'English, dense',
  'Chinese, plain',
  'Spanish, dense',
  'French, dense',
  'or one call away',
  'replaced alone',
]
