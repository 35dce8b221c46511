import type { VNode } from 'preact'
import type { RecordedLayout } from '../../src/contract/recording.ts'
import { count, percent } from '../parts/format.ts'

interface PrefixProps {
  readonly before: RecordedLayout | undefined
  readonly after: RecordedLayout
  readonly repeated: number
  readonly total: number
}

/** Both requests as bars to the same scale: solid what repeats, hatched what does not. */
export function Prefix({ before, after, repeated, total }: PrefixProps): VNode {
  const old = before ? endOf(before) : 0
  const longest = Math.max(old, total, 1)
  const share = total > 0 ? repeated / total : 0
  return (
    <div class="prefix">
      {before && (
        <Bars name="Before" same={Math.min(repeated, old)} rest={old - repeated} most={longest} rests="gone" />
      )}
      <Bars name="This" same={repeated} rest={endOf(after) - repeated} most={longest} rests="new" />
      {before ? (
        <p class="headline">
          <strong>{percent(share)}</strong> of this request repeats the start of the other one
          <span class="aside">
            {count(repeated)} tokens repeated, {count(Math.max(0, total - repeated))} new
          </span>
        </p>
      ) : (
        <p class="headline">
          <strong>{count(total)}</strong> tokens, all of them new
        </p>
      )}
    </div>
  )
}

interface BarsProps {
  readonly name: string
  readonly same: number
  readonly rest: number
  readonly most: number
  readonly rests: 'gone' | 'new'
}

function Bars({ name, same, rest, most, rests }: BarsProps): VNode {
  const label = `${name}: ${count(same)} tokens repeat, ${count(Math.max(0, rest))} are ${rests}`
  return (
    <div class="pair">
      <span class="pair-name">{name}</span>
      <div class="bar thin" role="img" aria-label={label}>
        <div class="part look-same" style={{ flexGrow: same }} title={`${count(same)} tokens repeat`} />
        <div
          class={`part look-${rests}`}
          style={{ flexGrow: Math.max(0, rest) }}
          title={`${count(Math.max(0, rest))} tokens are ${rests}`}
        />
        <div class="part look-none" style={{ flexGrow: Math.max(0, most - same - Math.max(0, rest)) }} />
      </div>
    </div>
  )
}

function endOf({ items, tools }: RecordedLayout): number {
  return items.at(-1)?.end ?? tools
}
