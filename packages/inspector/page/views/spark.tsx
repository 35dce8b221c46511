import { dollars } from '@lamella/core/plugin'
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import type { App } from '../app/app.ts'
import { useApp } from '../app/app-context.ts'
import { costOfEntry } from '../app/cost.ts'
import type { BuildEntry, Entry } from '../app/entry.ts'
import { counted, percent } from '../parts/format.ts'

/** The most bars of a sparkline: a longer session has several builds in one. */
const mostBars = 60

/** How full the window was over the session of a build, where it was cut, and what all of it cost. */
export function Spark({ entry }: { readonly entry: BuildEntry }): VNode | null {
  const app = useApp()
  const { entries, prices } = app
  const session = useMemo(
    () => sessionOf(entries.value, entry.of, prices.value),
    [entries.value, entry.of, prices.value],
  )
  if (!session) return null
  const { bars, facts } = session
  return (
    <div class="spark">
      <div class="spark-bars" role="img" aria-label={`This session: ${facts.join(', ')}`}>
        {bars.map(({ builds, share, isCut }, index) => (
          <i
            key={index}
            class={`${isCut ? 'cut-here' : ''} ${builds.includes(entry) ? 'here' : ''}`}
            style={{ height: `${Math.max(4, Math.min(100, share * 100))}%` }}
          />
        ))}
      </div>
      <p class="faint">{facts.join(' · ')}</p>
    </div>
  )
}

interface Session {
  readonly bars: readonly {
    readonly builds: readonly BuildEntry[]
    readonly share: number
    readonly isCut: boolean
  }[]
  readonly facts: readonly string[]
}

/** Returns the builds of a session, several in one bar where they are many; `undefined` if there is but one. */
function sessionOf(entries: readonly Entry[], of: string, prices: App['prices']['value']): Session | undefined {
  const session = entries.flatMap((one) => (one.kind === 'build' && one.of === of && one.build.made ? [one] : []))
  if (session.length < 2) return undefined
  const each = Math.ceil(session.length / mostBars)
  const bars = Array.from({ length: Math.ceil(session.length / each) }, (_, index) => {
    const builds = session.slice(index * each, (index + 1) * each)
    return { builds, share: Math.max(...builds.map(shareOf)), isCut: builds.some(isCut) }
  })
  const costs = session.map((one) => costOfEntry(one, entries, prices))
  const cost = costs.reduce((sum, one) => (sum === undefined || one === undefined ? undefined : sum + one), 0)
  const cuts = session.filter(isCut).length
  const facts = [
    ...(session.length < entries.length ? [counted(session.length, 'build')] : []),
    `at most ${percent(Math.max(...bars.map(({ share }) => share)))} of the window`,
    ...(cuts > 0 ? [counted(cuts, 'cut')] : []),
    ...(cost === undefined ? [] : [dollars(cost)]),
  ]
  return { bars, facts }
}

/** Whether something that had been sent is gone from this request: a new epoch of a run. */
function isCut({ build: { made } }: BuildEntry): boolean {
  return made?.run?.cut !== undefined
}

function shareOf({ build: { made } }: BuildEntry): number {
  return made ? made.tokens.total / made.tokens.window : 0
}
