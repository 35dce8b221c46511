import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { rungOf } from '../../src/model/fragment-rows.ts'
import type { Outcome } from '../../src/model/plan-window.ts'
import { windowRange } from '../../src/model/what-if.ts'
import { useApp } from '../app/app-context.ts'
import type { BuildData } from '../app/build-data.ts'
import { count, counted } from '../parts/format.ts'
import { LayerSwitches } from './layer-switches.tsx'

interface WhatIfProps {
  readonly data: BuildData
  readonly window: number
  /** Or why there is none, in words. */
  readonly outcome: Outcome | string
  readonly isTried: boolean
}

/** A slider for the window, and switches for layers: the planner runs in the page. */
export function WhatIf({ data, window, outcome, isTried }: WhatIfProps): VNode {
  const app = useApp()
  const { made } = data
  const asked = useMemo(() => data.layers.reduce((sum, layer) => sum + sizeOf(layer), 0), [data])
  const [least, most] = useMemo(() => windowRange(made, asked), [made, asked])
  const set = (value: number): void => {
    if (Number.isFinite(value)) app.window.value = Math.min(most, Math.max(least, Math.round(value)))
  }
  return (
    <section class="card" aria-label="Try another window">
      <div class="slider">
        <label for="window">Window</label>
        <input
          id="window"
          type="range"
          min={least}
          max={most}
          value={window}
          aria-valuetext={`${count(window)} tokens`}
          onInput={(event) => set(event.currentTarget.valueAsNumber)}
        />
        <input
          type="number"
          aria-label="Window in tokens"
          min={least}
          max={most}
          value={window}
          onChange={(event) => set(event.currentTarget.valueAsNumber)}
        />
        <button type="button" disabled={!isTried} onClick={app.reset}>
          As recorded
        </button>
      </div>
      <p class="outcome" aria-live="polite">
        {outcomeText(data, outcome, isTried, window)}
      </p>
      <LayerSwitches data={data} />
    </section>
  )
}

function outcomeText({ made, rows }: BuildData, outcome: Outcome | string, isTried: boolean, window: number): string {
  if (typeof outcome === 'string') return outcome
  if (!isTried) {
    const run = made.run
    const inside = run !== undefined && run.cut === undefined && run.epoch > 0
    const note = 'Move the window: the planner runs here, and nothing is sent.'
    return inside ? `${note} This request extended a run, where nothing is planned: this is what a cut would do.` : note
  }
  const { plan, over } = outcome
  if (over > 0) return `It does not fit: what is pinned needs ${counted(over, 'token')} more.`
  if (made.room && !plan.fits) return 'A limit other than the window does not hold, whatever gives way.'
  let gone = 0
  let back = 0
  for (const row of rows) {
    const before = rungOf(row, undefined)
    const now = rungOf(row, plan)
    if (now > before) gone++
    else if (now < before) back++
  }
  const older = window > made.tokens.window ? olderThan(made) : 0
  const unread = older > 0 ? ` ${counted(older, 'older thing')} may have room, and was never read.` : ''
  if (gone + back === 0) return `The same fragments as recorded.${unread}`
  return `${counted(gone, 'fragment')} shortened or dropped besides those recorded; ${count(back)} kept longer.${unread}`
}

/** How much no layer offered, because the recorded window could not have held it. */
function olderThan({ layers }: BuildData['made']): number {
  const all = layers.flatMap(({ omitted }) => omitted)
  return all.reduce((sum, { cause, count: own }) => (cause === 'window' ? sum + own : sum), 0)
}

function sizeOf({ units, frame }: BuildData['layers'][number]): number {
  return units.reduce((sum, { tokens }) => sum + (tokens[0] ?? 0), frame)
}
