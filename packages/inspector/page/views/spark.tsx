import type { VNode } from 'preact'
import { useApp } from '../app/app-context.ts'
import { costOfEntry } from '../app/cost.ts'
import type { BuildEntry } from '../app/entry.ts'
import { cents, counted, percent } from '../parts/format.ts'

/** The most bars of a sparkline: a longer session has several builds in one. */
const mostBars = 60

/** How full the window was over the session of a build, where it was cut, and what all of it cost. */
export function Spark({ entry }: { readonly entry: BuildEntry }): VNode | null {
  const app = useApp()
  const entries = app.entries.value
  const session = entries.flatMap((one) => (one.kind === 'build' && one.of === entry.of && one.build.made ? [one] : []))
  if (session.length < 2) return null
  const each = Math.ceil(session.length / mostBars)
  const bars = Array.from({ length: Math.ceil(session.length / each) }, (_, index) =>
    session.slice(index * each, (index + 1) * each),
  )
  const costs = session.map((one) => costOfEntry(one, entries, app.prices.value))
  const cost = costs.includes(undefined) ? undefined : costs.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  const cuts = session.filter(isCut).length
  const most = Math.max(...session.map(shareOf))
  const facts = [
    session.length < entries.length && counted(session.length, 'build'),
    `at most ${percent(most)} of the window`,
    cuts > 0 && counted(cuts, 'cut'),
    cost !== undefined && cents(cost),
  ].filter(Boolean)
  return (
    <div class="spark">
      <div class="spark-bars" role="img" aria-label={`This session: ${facts.join(', ')}`}>
        {bars.map((builds, index) => {
          const isHere = builds.includes(entry)
          const share = Math.max(...builds.map(shareOf))
          return (
            <i
              key={index}
              class={`${builds.some(isCut) ? 'cut-here' : ''} ${isHere ? 'here' : ''}`}
              style={{ height: `${Math.max(4, Math.min(100, share * 100))}%` }}
            />
          )
        })}
      </div>
      <p class="faint">{facts.join(' · ')}</p>
    </div>
  )
}

/** Whether something that had been sent is gone from this request: a new epoch of a run. */
function isCut({ build: { made } }: BuildEntry): boolean {
  return made?.run?.cut !== undefined
}

function shareOf({ build: { made } }: BuildEntry): number {
  return made ? made.tokens.total / made.tokens.window : 0
}
