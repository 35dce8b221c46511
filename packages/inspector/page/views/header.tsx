import type { Signal } from '@preact/signals'
import type { VNode } from 'preact'
import { useApp } from '../app/app-context.ts'
import { openFiles } from '../app/load.ts'
import { Line } from '../parts/visible.tsx'

/** `auto`: as the system has it. */
export type Theme = 'auto' | 'light' | 'dark'

/** The order in which the switch goes through the themes. */
const themes: readonly [Theme, ...Theme[]] = ['auto', 'light', 'dark']

/** Returns the theme after another. */
export function nextTheme(theme: Theme): Theme {
  return themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto'
}

/** What is shown, and the buttons of the page. */
export function Header({ theme }: { readonly theme: Signal<Theme> }): VNode {
  const app = useApp()
  const entry = app.entry.value
  return (
    <header>
      <h1>
        <span class="mark" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        Lamella
      </h1>
      <p class="source">{entry && <Line text={entry.source} most={60} />}</p>
      <label class="button" tabIndex={-1}>
        Open…
        <input
          id="open"
          type="file"
          multiple
          class="only-read"
          onChange={(event) => {
            void openFiles(app, event.currentTarget.files ?? [])
            event.currentTarget.value = ''
          }}
        />
      </label>
      <button
        type="button"
        onClick={() => {
          theme.value = nextTheme(theme.value)
        }}
      >
        Theme: {theme}
      </button>
      <button
        type="button"
        aria-label="Help: keys and symbols"
        onClick={() => {
          app.help.value = true
        }}
      >
        ?
      </button>
    </header>
  )
}
