import { useSignal } from '@preact/signals'
import type { ComponentChildren, VNode } from 'preact'
import { type FragmentRow, fateOf, titleOf } from '../../src/model/fragment-rows.ts'
import type { WindowLayer } from '../../src/model/plan-layers.ts'
import type { Outcome } from '../../src/model/plan-window.ts'
import { useApp } from '../app/app-context.ts'
import type { BuildData } from '../app/build-data.ts'
import { ContentView } from '../parts/content-view.tsx'
import { count } from '../parts/format.ts'
import { Line } from '../parts/visible.tsx'
import { Keep } from './keep.tsx'
import { WhyRanked } from './why-ranked.tsx'

interface FragmentDetailProps {
  readonly data: BuildData
  readonly row: FragmentRow
  readonly outcome: Outcome | undefined
  readonly reason: string | undefined
  /** With what is tried. */
  readonly layers: readonly WindowLayer[]
  readonly window: number
}

/** One fragment: what it is, what became of it and why, and its text at each rung. */
export function FragmentDetail({ data, row, outcome, reason, layers, window }: FragmentDetailProps): VNode {
  const app = useApp()
  const { fragment, of, within } = row
  const fate = fateOf(row, outcome?.plan)
  const { origin, pinned, rank } = fragment
  const rungs = fragment.contents.length
  const shown = useSignal(fate.state === 'dropped' ? 0 : Math.min(fate.rung, rungs - 1))
  const content = data.contentOf(fragment.contents[shown.value] ?? '')
  const others = within.fragments.filter((one) => one !== fragment)
  return (
    <section class="card detail" aria-label="Fragment">
      <h2>
        <Line text={titleOf(row, content)} most={120} />
      </h2>
      <dl>
        <Fact name="Id">
          <Line text={fragment.id} most={120} />
        </Fact>
        <Fact name="Layer">
          <Line text={of.name} most={60} />, priority {of.priority}, {of.stability}
        </Fact>
        <Fact name="What became of it">
          {fate.state}
          {reason !== undefined && (
            <>
              {': '}
              <Line text={reason} />
            </>
          )}
        </Fact>
        <Fact name="Tokens">{within.tokens.map(count).join(', shorter: ')}</Fact>
        {pinned && <Fact name="Pinned">never shortened, never dropped</Fact>}
        {rank !== undefined && <Fact name="Rank">{String(rank)}</Fact>}
        {fragment.why && (
          <Fact name="Why this rank">
            <WhyRanked why={fragment.why} />
          </Fact>
        )}
        {within.page !== undefined && <Fact name="Page">{String(within.page)}</Fact>}
        <Fact name="Origin">
          {origin ? (
            <>
              {String(origin.by)} <Line text={origin.from ?? ''} most={200} />
            </>
          ) : (
            'not stated'
          )}
        </Fact>
        {others.length > 0 && (
          <Fact name="Kept or dropped with">
            {others.slice(0, 8).map(({ id }) => (
              <button key={id} type="button" class="link" onClick={() => app.show(data.indexOf(of.name, id) ?? 0)}>
                <Line text={id} most={40} />
              </button>
            ))}
            {others.length > 8 && ` and ${count(others.length - 8)} more`}
          </Fact>
        )}
      </dl>
      {fate.state !== 'kept' && outcome?.plan.rungs[row.layer]?.length !== 0 && (
        <Keep key={window} data={data} row={row} layers={layers} window={window} />
      )}
      {rungs > 1 && (
        <fieldset class="rungs">
          <legend class="only-read">Rung</legend>
          {fragment.contents.map((key, rung) => (
            <button
              key={`${rung} ${key}`}
              type="button"
              aria-pressed={rung === shown.value}
              onClick={() => {
                shown.value = rung
              }}
            >
              {rung === 0 ? 'Full' : `Shorter ${rung}`}
            </button>
          ))}
        </fieldset>
      )}
      <ContentView content={content} label="Text of the fragment" find={app.filter.value.query.trim()} />
    </section>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
