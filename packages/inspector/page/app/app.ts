import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { TokenFactors } from '../../src/model/price.ts'
import type { LayerChange, LayerChanges } from '../../src/model/what-if.ts'
import type { Entry } from './entry.ts'

/** The views of the page. */
export type View = 'context' | 'conversation' | 'run' | 'request'

/** What a list of fragments shows. */
export interface Filter {
  readonly query: string
  /** Empty: all of them. */
  readonly layer: string
  readonly state: 'all' | 'kept' | 'given' | 'changed'
}

/** All state of the page. */
export interface App {
  readonly entries: Signal<readonly Entry[]>
  /** The index of the entry that is shown. */
  readonly selected: Signal<number>
  readonly entry: ReadonlySignal<Entry | undefined>
  /** What could not be read, in words. */
  readonly problems: Signal<readonly string[]>
  readonly view: Signal<View>
  /** The index of the fragment that is shown in full, in the order of the context. */
  readonly fragment: Signal<number | undefined>
  readonly filter: Signal<Filter>
  /** The window that is tried; `undefined`: as recorded. */
  readonly window: Signal<number | undefined>
  readonly changes: Signal<LayerChanges>
  /** The prices that somebody chose: of a model by its id, or factors. `undefined`: those of the recorded model. */
  readonly prices: Signal<string | TokenFactors | undefined>
  readonly help: Signal<boolean>
  /** Whether ids are shown in lists. */
  readonly ids: Signal<boolean>
  /** The text that screen readers announce. */
  readonly status: Signal<string>
  select(index: number): void
  /** Adds entries. The newest one is shown, unless somebody looks at an older one or tries something. */
  add(added: readonly Entry[]): void
  change(layer: string, change: LayerChange): void
  /** Goes back to what was recorded. */
  reset(): void
  show(fragment: number): void
  /** Lists the fragments of a layer. */
  showLayer(layer: string): void
}

const noFilter: Filter = { query: '', layer: '', state: 'all' }

/** Creates the state of a page that shows nothing yet. */
export function createApp(): App {
  const entries = signal<readonly Entry[]>([])
  const selected = signal(0)
  const window = signal<number | undefined>(undefined)
  const changes = signal<LayerChanges>(new Map())
  const fragment = signal<number | undefined>(undefined)
  const view = signal<View>('context')
  const filter = signal(noFilter)
  const reset = (): void =>
    batch(() => {
      window.value = undefined
      changes.value = new Map()
    })
  const select = (index: number): void =>
    batch(() => {
      if (index === selected.value) return
      selected.value = index
      fragment.value = undefined
      filter.value = { ...filter.value, layer: '', state: 'all' }
      reset()
    })
  return {
    entries,
    selected,
    entry: computed(() => entries.value[selected.value]),
    problems: signal<readonly string[]>([]),
    view,
    fragment,
    filter,
    window,
    changes,
    prices: signal<string | TokenFactors | undefined>(undefined),
    help: signal(false),
    ids: signal(false),
    status: signal(''),
    select,
    add: (added) =>
      batch(() => {
        const isNewest = selected.value >= entries.value.length - 1
        const isIdle = window.value === undefined && changes.value.size === 0 && fragment.value === undefined
        entries.value = [...entries.value, ...added]
        if (isNewest && isIdle) select(entries.value.length - 1)
      }),
    change: (layer, change) => {
      changes.value = new Map([...changes.value, [layer, change]])
    },
    reset,
    show: (index) =>
      batch(() => {
        filter.value = noFilter
        fragment.value = index
        view.value = 'context'
      }),
    showLayer: (layer) =>
      batch(() => {
        filter.value = { ...noFilter, layer }
        view.value = 'context'
      }),
  }
}
