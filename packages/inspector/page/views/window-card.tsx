import type { VNode } from 'preact'
import type { Outcome } from '../../src/model/plan-window.ts'
import { visibleLine } from '../../src/model/visible-text.ts'
import type { BarPart } from '../../src/model/window-bar.ts'
import { useApp } from '../app/app-context.ts'
import type { BuildData } from '../app/build-data.ts'
import { Bar, Swatch } from '../parts/bar.tsx'
import { count, percent } from '../parts/format.ts'
import { lookOf } from '../parts/looks.ts'
import { Line } from '../parts/visible.tsx'
import { Limits } from './limits.tsx'

interface WindowCardProps {
  readonly data: BuildData
  readonly bar: readonly BarPart[]
  readonly window: number
  /** What is tried; `undefined`: as recorded. */
  readonly outcome: Outcome | undefined
}

/** The window as a bar with its legend. A layer in the legend filters the fragments. */
export function WindowCard({ data, bar, window, outcome }: WindowCardProps): VNode {
  const app = useApp()
  const { made, build, looks } = data
  const used = bar.reduce((sum, { kind, tokens }) => (kind === 'free' || kind === 'reserve' ? sum : sum + tokens), 0)
  const { exact, tokenizer } = made.tokens
  const chosen = app.filter.value.layer
  return (
    <section class="card" aria-label="Window">
      <p class="headline">
        <strong>{count(used)}</strong> of {count(window)} tokens
        <span class="share">{percent(used / window)}</span>
        <span class="aside">
          {outcome && <span class="badge">tried, not sent</span>}
          {build.parameters.model !== undefined && <Line text={build.parameters.model} most={50} />}
          <span title={`Counted by ${visibleLine(tokenizer, 60)}`}>{howCounted(exact, outcome)}</span>
        </span>
      </p>
      <Bar
        parts={bar}
        looks={looks}
        label={`${count(used)} of ${count(window)} tokens are used. The list after this has the parts.`}
      />
      <ul class="legend">
        {bar.map((part) => {
          const { kind, name, tokens, share } = part
          const facts = (
            <>
              <Swatch look={lookOf(part, looks)} />
              <Line text={kind === 'free' && tokens < 0 ? 'over' : name} most={40} />
              <span class="number">{count(Math.abs(tokens))}</span>
              <span class="number faint">{percent(Math.abs(share))}</span>
            </>
          )
          return (
            <li key={`${kind} ${name}`}>
              {kind === 'layer' ? (
                <button
                  type="button"
                  class="plain"
                  aria-pressed={chosen === name}
                  onClick={() => {
                    app.filter.value = { ...app.filter.value, layer: chosen === name ? '' : name }
                  }}
                >
                  {facts}
                </button>
              ) : (
                <span class="plain">{facts}</span>
              )}
            </li>
          )
        })}
      </ul>
      {made.limits && <Limits limits={made.limits} tried={outcome !== undefined} />}
    </section>
  )
}

/** How far the total can be trusted: what is tried may have no count of its own. */
function howCounted(exact: boolean, outcome: Outcome | undefined): string {
  if (outcome && !outcome.exact) return 'estimated: the parts added up'
  return exact ? 'counted exactly' : 'estimated'
}
