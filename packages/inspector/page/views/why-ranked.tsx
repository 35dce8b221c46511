import type { RankReason } from '@lamella/core/plugin'
import type { VNode } from 'preact'
import { count } from '../parts/format.ts'
import { Line } from '../parts/visible.tsx'

/** Why a fragment is ranked as it is: what was asked, and what each term adds to its score. */
export function WhyRanked({ why }: { readonly why: RankReason }): VNode {
  const { query, by, place, of, score, terms } = why
  return (
    <>
      {count(place)}. of {count(of)} by <Line text={by} most={40} /> for “
      <Line text={query} most={200} />”{score !== undefined && `, score ${digits(score)}`}
      {terms && terms.length === 0 && '; no term of the question is in it'}
      {terms && terms.length > 0 && (
        <ul class="findings">
          {terms.slice(0, 20).map(({ term, score: share }) => (
            <li key={term}>
              <Line text={term} most={60} />: {digits(share)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A recording may have been edited: what is no number is shown as it is. */
function digits(value: number): string {
  return typeof value === 'number' ? value.toFixed(2) : String(value)
}
