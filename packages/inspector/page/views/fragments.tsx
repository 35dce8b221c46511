import type { Plan } from '@lamella/core'
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { beginningOf } from '../../src/model/conversation.ts'
import { type FragmentRow, fateOf, type ReasonOf, rungOf, titleOf } from '../../src/model/fragment-rows.ts'
import { visibleLine } from '../../src/model/visible-text.ts'
import type { Filter } from '../app/app.ts'
import { useApp } from '../app/app-context.ts'
import type { BuildData } from '../app/build-data.ts'
import { Swatch } from '../parts/bar.tsx'
import { count, counted } from '../parts/format.ts'
import { VirtualList } from '../parts/virtual-list.tsx'
import { Line } from '../parts/visible.tsx'

interface FragmentsProps {
  readonly data: BuildData
  /** What is tried; `undefined`: as recorded. */
  readonly plan: Plan | undefined
  readonly reasonOf: ReasonOf
}

const symbols = { kept: '●', shortened: '◐', dropped: '○' } as const

/** All fragments in the order of the context, searchable. */
export function Fragments({ data, plan, reasonOf }: FragmentsProps): VNode {
  const app = useApp()
  const filter = app.filter.value
  // What is kept matters only where the list depends on it: a search is not repeated while the window moves.
  const listPlan = filter.state === 'all' ? undefined : plan
  const shown = useMemo(() => filtered(data, filter, listPlan), [data, filter, listPlan])
  const active = shown.indexOf(app.fragment.value ?? -1)
  return (
    <section class="card fragments" aria-label="Fragments" id="fragments">
      <Filters data={data} shown={shown.length} />
      <VirtualList
        count={shown.length}
        height={52}
        label="Fragments, in the order of the context"
        active={active}
        onActive={(index) => {
          app.fragment.value = shown[index]
        }}
        empty="No fragment matches."
      >
        {(index) => {
          const row = data.rows[shown[index] ?? 0] as FragmentRow
          return <FragmentLine data={data} row={row} plan={plan} reason={reasonOf(row)} />
        }}
      </VirtualList>
    </section>
  )
}

function filtered(data: BuildData, { query, layer, state }: Filter, plan: Plan | undefined): readonly number[] {
  const text = query.trim().toLowerCase()
  return data.rows.flatMap((row, index) => {
    if (layer !== '' && row.of.name !== layer) return []
    if (state !== 'all' && !isIn(state, row, plan)) return []
    return text === '' || data.matches(row, text) ? [index] : []
  })
}

function isIn(state: Filter['state'], row: FragmentRow, plan: Plan | undefined): boolean {
  const rung = rungOf(row, plan)
  if (state === 'changed') return rung !== rungOf(row, undefined)
  return state === 'kept' ? rung === 0 : rung > 0
}

function Filters({ data, shown }: { readonly data: BuildData; readonly shown: number }): VNode {
  const app = useApp()
  const filter = app.filter.value
  const set = (change: Partial<Filter>): void => {
    app.filter.value = { ...filter, ...change }
  }
  return (
    <div class="filters">
      <input
        id="search"
        type="search"
        placeholder="Search texts, ids, origins"
        aria-label="Search in the fragments"
        value={filter.query}
        onInput={(event) => set({ query: event.currentTarget.value })}
      />
      <select aria-label="Layer" value={filter.layer} onChange={(event) => set({ layer: event.currentTarget.value })}>
        <option value="">all layers</option>
        {data.made.layers.map(({ name }) => (
          <option key={name} value={name}>
            {visibleLine(name, 40)}
          </option>
        ))}
      </select>
      <select
        aria-label="Which fragments"
        value={filter.state}
        onChange={(event) => set({ state: event.currentTarget.value as Filter['state'] })}
      >
        <option value="all">all fragments</option>
        <option value="kept">kept in full</option>
        <option value="given">shortened or dropped</option>
        <option value="changed">changed by what is tried</option>
      </select>
      <label>
        <input
          type="checkbox"
          checked={app.ids.value}
          onChange={(event) => {
            app.ids.value = event.currentTarget.checked
          }}
        />{' '}
        Ids
      </label>
      <span class="faint" role="status">
        {counted(shown, 'fragment')}
      </span>
    </div>
  )
}

interface FragmentLineProps extends Omit<FragmentsProps, 'reasonOf'> {
  readonly row: FragmentRow
  readonly reason: string | undefined
}

function FragmentLine({ data, row, plan, reason }: FragmentLineProps): VNode {
  const { state, rung, tokens } = fateOf(row, plan)
  const { fragment, of, first, within } = row
  const before = rungOf(row, undefined)
  const app = useApp()
  const content = data.contentOf(fragment.contents[Math.min(rung, fragment.contents.length - 1)] ?? '')
  const full = within.tokens[0] ?? 0
  return (
    <>
      <span class={`row-main ${state}`}>
        <span class="symbol" aria-hidden="true">
          {symbols[state]}
        </span>
        <Swatch look={data.looks.get(of.name) ?? ''} />
        <b>
          <Line text={app.ids.value || content === undefined ? fragment.id : titleOf(row, content)} most={48} />
        </b>
        <span class="faint">
          <Line text={of.name} most={24} />
        </span>
        <span class="row-end">
          {fragment.pinned && <span class="badge">pinned</span>}
          {rung !== before && <span class="badge changed">{rung > before ? 'now goes' : 'now stays'}</span>}
          <span class="state">{state}</span>
          <span class="number">{first ? size(state, tokens, full) : 'with the one above'}</span>
        </span>
      </span>
      <span class="row-more">
        <Line text={beginningOf(content)} most={140} />
        {reason !== undefined && (
          <span class="reason">
            <Line text={reason.split(', ')[0] ?? ''} />
          </span>
        )}
      </span>
    </>
  )
}

function size(state: string, tokens: number, full: number): string {
  return state === 'kept' ? count(tokens) : `${count(tokens)} of ${count(full)}`
}
