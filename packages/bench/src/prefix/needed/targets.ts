import type { Claim } from '../../section.ts'
import { percent } from '../percent.ts'
import { type Played, paidOf } from '../play.ts'
import type { Needed } from './needed-meter.ts'

/** The least of the values that calls needed that a run must have in OpenAI Chat, and what it must pay less than, by window. */
const targets: Readonly<Record<number, { readonly share: number; readonly paid: number }>> = {
  5000: { share: 0.99, paid: 780 },
  6000: { share: 0.99, paid: 790 },
  16000: { share: 0.975, paid: 2_100 },
  64000: { share: 0.995, paid: 6_200 },
}

export function neededClaim(heading: string, window: number, { calls, old }: Needed, played: Played): Claim {
  const { share, paid } = targets[window] ?? { share: 1, paid: 0 }
  const [there, pays] = [calls.there / calls.of, paidOf(played)]
  return {
    text: `${heading}: a run has at least ${percent(share)} of the values that calls needed, and pays for less than ${paid} tokens in OpenAI Chat`,
    seen: `${percent(there)} of ${calls.of}, ${percent(old.there / old.of)} of ${old.of} old ones, and ${Math.round(pays)}`,
    holds: there >= share && pays < paid,
  }
}
