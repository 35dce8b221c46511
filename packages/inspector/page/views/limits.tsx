import type { LimitName } from '@lamella/core/plugin'
import type { VNode } from 'preact'
import type { RecordedContext } from '../../src/contract/recording.ts'
import { count, percent } from '../parts/format.ts'

interface LimitsProps {
  readonly limits: NonNullable<RecordedContext['limits']>
  /** Whether another window is shown, for which nobody has counted them. */
  readonly tried: boolean
}

const titles: Readonly<Record<LimitName, string>> = {
  bytes: 'bytes of the body, at most',
  images: 'images',
  imageBytes: 'bytes of the largest image',
  tools: 'tools',
  toolBytes: 'bytes of all tools',
}

/** A share of a limit from which on it is worth showing. */
const leastShare = 0.01

/** How much of each limit other than the window the request takes, as recorded. One that is far away is not shown. */
export function Limits({ limits, tried }: LimitsProps): VNode | null {
  const near = (Object.keys(titles) as LimitName[]).flatMap((name) => {
    const use = limits[name]
    return use && use.used >= use.limit * leastShare && use.used > 0 ? [{ name, ...use }] : []
  })
  if (near.length === 0) return null
  return (
    <section class="limits" aria-label="Other limits">
      <h3>Other limits{tried && ', as recorded'}</h3>
      <ul>
        {near.map(({ name, used, limit }) => (
          <li key={name}>
            <span>{titles[name]}</span>
            <meter min={0} max={Math.max(limit, used, 1)} value={used} aria-label={titles[name]} />
            <span class="number">
              {count(used)} of {count(limit)}
            </span>
            <span class="number faint">{limit > 0 ? percent(used / limit) : ''}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
