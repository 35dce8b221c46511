import { percent } from '../percent.ts'
import type { Needed } from './needed-meter.ts'
import type { Share } from './share.ts'

export const neededColumns = [
  'needed in calls',
  'of these old',
  'needed in texts',
  'answers with all',
  'wrong labels',
  'outdated values',
] as const

export const neededAbout =
  'Needed values: the ids, numbers, dates, amounts, paths and addresses in a recorded answer that the conversation ' +
  'had before; the share of them in the request from which the answer is to be made (OpenAI Chat), for the ' +
  'arguments of calls and for texts. Old: in none of the last six messages. Where a request has a digest of ' +
  'dropped messages: the share of its labels that the message does not bear out, and of replaced values that it ' +
  'shows without the newer one.'

/** The cells of a strategy; those about digests are empty if no request has one. */
export function neededCells({ calls, old, texts, answers, digests }: Needed): readonly string[] {
  return [calls, old, texts, answers, digests.wrong, digests.outdated].map(cell)
}

function cell({ there, of }: Share): string {
  return of === 0 ? '' : percent(there / of)
}
