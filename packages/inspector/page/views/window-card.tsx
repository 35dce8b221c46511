import type { VNode } from 'preact'
import type { BarPart } from '../../src/model/window-bar.ts'
import { useApp } from '../app/app-context.ts'
import type { BuildData } from '../app/build-data.ts'
import { Bar, lookOf, Swatch } from '../parts/bar.tsx'
import { count, percent } from '../parts/format.ts'
import { Line } from '../parts/visible.tsx'
import { Limits } from './limits.tsx'

interface WindowCardProps {
  readonly data: BuildData
  readonly bar: readonly BarPart[]
  readonly window: number
  readonly tried: boolean
}

/** The window as a bar with its legend. A layer in the legend filters the fragments. */
export function WindowCard({ data, bar, window, tried }: WindowCardProps): VNode {
  const app = useApp()
  const { made, build } = data
  const layerOf = (name: string): number => made.layers.findIndex((layer) => layer.name === name)
  const used = bar.reduce((sum, { kind, tokens }) => (kind === 'free' || kind === 'reserve' ? sum : sum + tokens), 0)
  const { exact, tokenizer } = made.tokens
  const chosen = app.filter.value.layer
  return (
    <section class="card" aria-label="Window">
      <p class="headline">
        <strong>{count(used)}</strong> of {count(window)} tokens
        <span class="share">{percent(used / window)}</span>
        <span class="aside">
          {tried && <span class="badge">tried, not sent</span>}
          <Line text={build.parameters.model ?? ''} most={50} />
          <span>{exact ? 'counted exactly' : 'estimated'} with </span>
          <Line text={tokenizer} most={40} />
        </span>
      </p>
      <Bar
        parts={bar}
        layerOf={layerOf}
        label={`${count(used)} of ${count(window)} tokens are used. The list after this has the parts.`}
      />
      <ul class="legend">
        {bar.map((part) => {
          const { kind, name, tokens, share } = part
          const facts = (
            <>
              <Swatch look={lookOf(part, layerOf(name))} />
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
      {made.limits && <Limits limits={made.limits} tried={tried} />}
    </section>
  )
}
