import { tiktoken } from '@lamella/tokenizer-tiktoken'
import { headingOf, noRecordings, recordings } from '../prefix/conversations.ts'
import { remembering } from '../prefix/counting.ts'
import { percent } from '../prefix/percent.ts'
import type { Claim, Section, Skipped } from '../section.ts'
import { replay, type Tally, type Way } from './replay.ts'

const windows = [16_000, 64_000] as const

/** What is compared. Source files are read as a whole (strands-agents/harness-sdk#2548): one way leaves them in their messages. */
const ways: readonly (Omit<Way, 'limit'> & { readonly name: string })[] = [
  { name: '', offered: 'always', keep: [] },
  { name: ', the tool from the first content on', offered: 'when needed', keep: [] },
  { name: ', results of `read` whole', offered: 'always', keep: ['read'] },
]

/**
 * Replays recorded conversations with large results put aside and without, and looks for each line of a result that an answer
 * quotes: in its request, or by one call of `read_result`.
 */
export async function offloading(): Promise<Section | Skipped> {
  if (noRecordings !== undefined) return { skipped: noRecordings }
  const tokenizer = await tiktoken('gpt-4o')
  const counted = { ...tokenizer, count: remembering((text: string) => tokenizer.count(text)) }
  const columns = [
    'quoted lines',
    'in the request',
    'or by the handle of its message',
    'or by the search that it names',
    'tokens of an answer',
  ]
  const table: string[][] = [
    ['', '', ...columns, 'tokens of a request', 'saved', 'cuts', 'tokens of the sessions', 'saved'],
  ]
  const claims: Claim[] = []
  for (const recording of recordings()) {
    for (const window of windows) {
      const without = await replay(recording, window, undefined, counted)
      table.push(row(headingOf(recording, window), 'whole results', without, without))
      for (const limit of [window / 16, window / 4]) {
        for (const { name: how, ...way } of ways) {
          // The airline has no such tool.
          if (way.keep.length > 0 && !recording.tools.some((tool) => way.keep.includes(tool.name))) continue
          const tally = await replay(recording, window, { limit, ...way }, counted)
          const name = `put aside above ${limit.toLocaleString('en-US')}${how}`
          if (tally.stored < without.stored) table.push(row('', name, tally, without))
          claims.push(...claimsOf(`${headingOf(recording, window)}, ${name}`, way.offered, tally, without))
        }
      }
    }
  }
  return {
    title: 'Large results put aside',
    about:
      'Recorded conversations with an `openRun` request for each answer, as in [large results](large-results.md). ' +
      'Quoted lines: lines of 20 characters or more of a result, or values of a JSON result, that the answer repeats. ' +
      'Each one that is not in the request is asked for with one call of `read_result` and a pattern: by the handle ' +
      "that the request has for its message, or else by `session`, which the tool's definition and the digest name. " +
      '(The digest takes at most a tenth of the budget, so it has no room for a handle of each message.) Tokens of an ' +
      'answer: of such a call, on average. The tool from the first content on: the request has `read_result` only once ' +
      "a content was put aside. Left out: limits above which there was no content. The tool's definition takes 236 " +
      'tokens of a request, or none if it comes with the first content.',
    table,
    claims,
  }
}

/** A cut before the first content removes what no request names: where the tool comes later, only its tokens are a claim. */
function claimsOf(place: string, offered: Way['offered'], tally: Tally, without: Tally): readonly Claim[] {
  const { shown, named, searched, told, quotes, tokens, requests, stored } = tally
  if (offered === 'always') {
    const reached = (shown + named + searched) / quotes
    const digests = searched === 0 ? '' : `; the digest names ${told} of ${searched} searches, too`
    return [
      {
        text: `${place}: a reader that follows the handles of a request finds every quoted line that it lacks`,
        seen: `${percent(reached)}${digests}`,
        holds: reached === 1,
      },
    ]
  }
  if (stored < without.stored) return []
  const more = tokens / requests / (without.tokens / without.requests) - 1
  const text = `${place}: where nothing is put aside, a request takes no more tokens`
  return [{ text, seen: percent(more), holds: more <= 0 }]
}

function row(place: string, name: string, tally: Tally, without: Tally): readonly string[] & string[] {
  const { quotes, shown, named, searched, calls, callTokens, requests, tokens, unsent } = tally
  const share = (count: number): string => percent(count / quotes)
  const mean = tokens / requests
  return [
    place,
    `${name}${unsent > 0 ? ` (${unsent} do not fit)` : ''}`,
    String(quotes),
    share(shown),
    calls === 0 ? '' : share(shown + named),
    calls === 0 ? '' : share(shown + named + searched),
    calls === 0 ? '' : String(Math.round(callTokens / calls)),
    Math.round(mean).toLocaleString('en-US'),
    tally === without ? '' : percent(1 - mean / (without.tokens / without.requests)),
    String(tally.cuts),
    tally.stored.toLocaleString('en-US'),
    tally === without ? '' : percent(1 - tally.stored / without.stored),
  ]
}
