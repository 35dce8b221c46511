import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import type { FragmentRow } from '../../src/model/fragment-rows.ts'
import { type KeepAnswer, whatKeeps } from '../../src/model/keep-fragment.ts'
import type { WindowLayer } from '../../src/model/plan-layers.ts'
import { useApp } from '../app/app-context.ts'
import type { BuildData } from '../app/build-data.ts'
import { count, counted } from '../parts/format.ts'
import { Line } from '../parts/visible.tsx'

interface KeepProps {
  readonly data: BuildData
  readonly row: FragmentRow
  readonly layers: readonly WindowLayer[]
  readonly window: number
}

/** The most fragments that are named one by one. */
const most = 12

/** Answers what it would take to keep a fragment. */
export function Keep({ data, row, layers, window }: KeepProps): VNode {
  const answer = useSignal<KeepAnswer | 'never' | undefined>(undefined)
  const ask = (): void => {
    answer.value = whatKeeps(data.made, layers, window, row) ?? 'never'
  }
  return (
    <div class="keep">
      {answer.value === undefined ? (
        <button type="button" onClick={ask}>
          What would it take to keep this?
        </button>
      ) : (
        <div role="status">
          <Answer data={data} answer={answer.value} />
        </div>
      )}
    </div>
  )
}

function Answer({ data, answer }: { readonly data: BuildData; readonly answer: KeepAnswer | 'never' }): VNode {
  const app = useApp()
  const window = app.window.value ?? data.made.tokens.window
  if (answer === 'never') return <p>No window keeps it: the maximum of its layer or another limit takes it.</p>
  const { moreTokens, instead } = answer
  return (
    <>
      <p>
        A window of <b>{count(window + moreTokens)}</b> tokens keeps it, {count(moreTokens)} more.{' '}
        <button
          type="button"
          onClick={() => {
            app.window.value = window + moreTokens
          }}
        >
          Try it
        </button>
      </p>
      {instead === undefined && <p>In this window it does not fit, even if it is pinned.</p>}
      {instead?.length === 0 && <p>If it is pinned in this window, nothing else gives way.</p>}
      {instead !== undefined && instead.length > 0 && (
        <>
          <p>If it is pinned in this window, {counted(instead.length, 'other unit')} would give way:</p>
          <ul>
            {instead.slice(0, most).map(({ layer, unit }) => {
              const { name, units } = data.made.layers[layer] ?? { name: '', units: [] }
              const id = units[unit]?.fragments[0]?.id ?? ''
              return (
                <li key={`${layer} ${unit}`}>
                  <button type="button" class="link" onClick={() => app.show(data.indexOf(name, id) ?? 0)}>
                    <Line text={id} most={60} />
                  </button>{' '}
                  <span class="faint">
                    <Line text={name} most={40} />
                  </span>
                </li>
              )
            })}
            {instead.length > most && <li>and {count(instead.length - most)} more</li>}
          </ul>
        </>
      )}
    </>
  )
}
