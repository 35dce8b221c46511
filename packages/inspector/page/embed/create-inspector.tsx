import { type Checks, checkOptions, mustBeBoolean } from '@lamella/core/plugin'
import { batch } from '@preact/signals'
import { type ComponentChild, render } from 'preact'
import { type FragmentRow, fragmentRows } from '../../src/model/fragment-rows.ts'
import { type App, createApp } from '../app/app.ts'
import { AppContext } from '../app/app-context.ts'
import { openText } from '../app/load.ts'
import base from '../styles/base.css?inline'
import parts from '../styles/parts.css?inline'
import views from '../styles/views.css?inline'
import { Part } from './part.tsx'

/** A view of the inspector: the window and its fragments, what was said, the request beside the one before it, the request as it goes out. */
export type PartView = 'context' | 'conversation' | 'run' | 'request'

/** What a part shows. */
export interface PartOptions {
  /** The views that it has; more than one get tabs. Default: all. */
  readonly views?: readonly [PartView, ...PartView[]]
  /** Whether the list of builds is beside them. Default `false`: the last build is shown. */
  readonly list?: boolean
  /** Whether the context view has a slider for the window. Default `true`; with `false`, only after a click on "Try it". */
  readonly whatIf?: boolean
}

/** What the parts of one inspector show together: the same build, the same fragment, the same window that is tried. */
export interface Inspector {
  /**
   * Shows a recording, or requests as they go to a provider, as JSON, in place of what was shown. The last build of it is
   * selected; the search, and the fragment that was open if it is still there, stay.
   *
   * @param text A recording as text or as lines, a request body, or a list of them. What cannot be read is reported in
   * the parts.
   */
  open(text: string | readonly string[]): void
  /**
   * Draws a part in an element, in a shadow root of its own: styles of the page do not reach it, and its own reach
   * nothing else. `data-theme` of the element is `light` or `dark`; without it, the system's theme is used.
   *
   * @returns a function that takes the part away; the same element may then get another one
   * @throws LamellaError `OPTION_INVALID`; what the browser throws for an element that cannot have a shadow root
   */
  mount(element: HTMLElement, options?: PartOptions): () => void
}

const names: readonly unknown[] = ['context', 'conversation', 'run', 'request'] satisfies PartView[]

const checks: Checks<PartOptions & { readonly element: HTMLElement }> = {
  element: (value) => (value instanceof HTMLElement ? undefined : 'must be an element of the page'),
  views: (value) =>
    Array.isArray(value) && value.length > 0 && value.every((one) => names.includes(one))
      ? undefined
      : `must be a list of ${names.join(', ')}, with at least one of them`,
  list: mustBeBoolean,
  whatIf: mustBeBoolean,
}

/**
 * Creates an inspector whose parts are in your own page: the window as a bar, fragments, the slider with the planner,
 * comparisons and requests. Nothing is sent anywhere.
 *
 * @example
 * const inspector = createInspector()
 * inspector.mount(document.querySelector('#window'), { views: ['context'] })
 * inspector.open(lines) // what a recorder's sink got
 */
export function createInspector(): Inspector {
  const app = createApp()
  return {
    open: (text) => replace(app, typeof text === 'string' ? text : text.join('\n')),
    mount: (element, options = {}) => {
      checkOptions('mount', { ...options, element }, checks, ['element'])
      const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
      root.adoptedStyleSheets = [sheet()]
      const draw = (part: ComponentChild): void => render(part, root)
      draw(
        <AppContext.Provider value={app}>
          <Part {...options} />
        </AppContext.Provider>,
      )
      return () => draw(null)
    },
  }
}

let shared: CSSStyleSheet | undefined

/** One for all parts; created with the first, since importing this must do nothing. */
function sheet(): CSSStyleSheet {
  if (shared) return shared
  shared = new CSSStyleSheet()
  shared.replaceSync(base + parts + views)
  return shared
}

function replace(app: App, text: string): void {
  batch(() => {
    const { filter, fragment } = app
    const kept = [filter.value, fragment.value] as const
    const before = openFragment(app)
    app.entries.value = []
    app.problems.value = []
    openText(app, 'recording', text)
    app.selected.value = Math.max(0, app.entries.value.length - 1)
    ;[filter.value, fragment.value] = kept
    app.reset()
    const now = openFragment(app)
    const isSame = now?.of.name === before?.of.name && now?.fragment.id === before?.fragment.id
    if (!isSame) fragment.value = undefined
  })
}

/** Returns the fragment that is shown in full. */
function openFragment(app: App): FragmentRow | undefined {
  const entry = app.entry.value
  const index = app.fragment.value
  if (index === undefined || entry?.kind !== 'build' || !entry.build.made) return undefined
  return fragmentRows(entry.build.made)[index]
}
