import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { compareBuilds } from '../../src/model/compare-builds.ts'
import { useApp } from '../app/app-context.ts'
import type { BuildData } from '../app/build-data.ts'
import type { BuildEntry } from '../app/entry.ts'
import { count } from '../parts/format.ts'
import { Appended } from './appended.tsx'
import { Break } from './break.tsx'
import { Cut } from './cut.tsx'
import { Diagnosis } from './diagnosis.tsx'
import { Prefix } from './prefix.tsx'
import { Price } from './price.tsx'

interface RunViewProps {
  readonly data: BuildData
  readonly entry: BuildEntry
}

/** The request beside the one before it: what repeats, what is new, and what that costs. */
export function RunView({ data, entry }: RunViewProps): VNode {
  const app = useApp()
  const against = useSignal(entry.previous ?? -1)
  const entries = app.entries.value
  const other = entries[against.value]
  const before = other?.kind === 'build' ? other.build : undefined
  const comparison = useMemo(() => before && compareBuilds(before, entry.build), [before, entry.build])
  const { tokens, run } = data.made
  return (
    <>
      <section class="card" aria-label="Comparison">
        <label class="choice">
          Compare with{' '}
          <select
            value={String(against.value)}
            onChange={(event) => {
              against.value = Number(event.currentTarget.value)
            }}
          >
            <option value="-1">nothing: the first request</option>
            {near(entries.length, app.selected.value, against.value).map((index) => {
              const one = entries[index]
              if (one?.kind !== 'build' || !one.build.made || index === app.selected.value) return null
              return (
                <option key={index} value={String(index)}>
                  build {count(one.build.build)}, {count(one.build.made.tokens.total)} tokens
                </option>
              )
            })}
          </select>
        </label>
        {entry.build.partial && (
          <p class="note">Builds were left out of this recording: the request before this one may be missing.</p>
        )}
        <Prefix
          before={before?.made?.layout}
          after={data.made.layout}
          repeated={comparison?.repeated ?? 0}
          total={tokens.total}
        />
        <Price
          model={entry.build.parameters.model}
          repeated={comparison?.repeated ?? 0}
          added={comparison?.added ?? tokens.total}
        />
        {comparison?.break && before && <Break data={data} before={before} at={comparison.break} />}
        {run && <Cut report={run} />}
        <Diagnosis found={entry.build.diagnosis} />
      </section>
      <Appended data={data} items={comparison?.appended ?? data.made.layout.items} follows={comparison !== undefined} />
    </>
  )
}

/** A choice among thousands is none: those around the build, and the one that is chosen. */
function near(length: number, selected: number, chosen: number): readonly number[] {
  const from = Math.max(0, selected - 100)
  const to = Math.min(length, selected + 50)
  const list = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
  return chosen >= 0 && !list.includes(chosen) ? [chosen, ...list] : list
}
