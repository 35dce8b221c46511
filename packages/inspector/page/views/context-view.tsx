import { plan } from '@lamella/core'
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { plannedReasons, type ReasonOf, recordedReasons } from '../../src/model/fragment-rows.ts'
import { type Outcome, planMaxima, planWindow } from '../../src/model/plan-window.ts'
import { changeLayers } from '../../src/model/what-if.ts'
import { windowBar } from '../../src/model/window-bar.ts'
import { useApp } from '../app/app-context.ts'
import type { BuildData } from '../app/build-data.ts'
import { FragmentDetail } from './fragment-detail.tsx'
import { Fragments } from './fragments.tsx'
import { WhatIf } from './what-if.tsx'
import { WindowCard } from './window-card.tsx'

/** The window, what would be in another one, and every fragment in its place. */
export function ContextView({ data, whatIf }: { readonly data: BuildData; readonly whatIf: boolean }): VNode {
  const app = useApp()
  const { made } = data
  const window = app.window.value ?? made.tokens.window
  const changes = app.changes.value
  const isTried = app.window.value !== undefined || changes.size > 0
  const layers = useMemo(() => changeLayers(data.layers, changes), [data, changes])
  const tried = useMemo(() => attempt(() => planWindow(made, layers, window)), [made, layers, window])
  const outcome = isTried && typeof tried !== 'string' ? tried : undefined
  const bar = useMemo(() => outcome?.bar ?? windowBar(made), [outcome, made])
  const reasonOf = useMemo(() => (outcome ? triedReasons(outcome, made) : recordedReasons(made)), [outcome, made])
  const row = app.fragment.value
  return (
    <>
      <WindowCard data={data} bar={bar} window={window} outcome={outcome} />
      {(whatIf || isTried) && <WhatIf data={data} window={window} outcome={tried} isTried={isTried} />}
      <div class="split">
        <Fragments data={data} plan={outcome?.plan} reasonOf={reasonOf} />
        {row !== undefined && data.rows[row] && (
          <FragmentDetail
            key={row}
            data={data}
            row={data.rows[row]}
            outcome={outcome}
            reason={reasonOf(data.rows[row])}
            layers={layers}
            window={window}
          />
        )}
      </div>
    </>
  )
}

/** Without a window, only maxima and other limits take something; without those either, maxima alone. */
function triedReasons({ plan: tried, layers }: Outcome, { room }: BuildData['made']): ReasonOf {
  const free = planMaxima(layers)
  return plannedReasons(tried, room ? plan(layers, Number.MAX_SAFE_INTEGER, room) : free, free)
}

/** Returns the outcome, or why there is none, in words. */
function attempt(task: () => Outcome): Outcome | string {
  try {
    return task()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
