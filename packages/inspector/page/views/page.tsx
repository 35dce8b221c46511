import { useSignal, useSignalEffect } from '@preact/signals'
import type { VNode } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { useApp } from '../app/app-context.ts'
import { openFiles } from '../app/load.ts'
import { onShortcut } from '../app/shortcuts.ts'
import { BuildView } from './build-view.tsx'
import { Entries } from './entries.tsx'
import { ForeignView } from './foreign-view.tsx'
import { Header, type Theme } from './header.tsx'
import { Help } from './help.tsx'
import { Problems } from './problems.tsx'
import { SessionView } from './session-view.tsx'
import { Welcome } from './welcome.tsx'

/** The whole page. */
export function Page(): VNode {
  const app = useApp()
  const theme = useSignal<Theme>('auto')
  const dropping = useSignal(false)
  useSignalEffect(() => {
    document.documentElement.dataset['theme'] = theme.value
  })
  // Not after the first paint, as an effect: a key that is pressed until then would be lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => onShortcut(event, app, theme)
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [app, theme])
  const entry = app.entry.value
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button "Open" does the same.
    <div
      class={`page ${dropping.value ? 'dropping' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        dropping.value = true
      }}
      onDragLeave={(event) => {
        if (event.relatedTarget === null) dropping.value = false
      }}
      onDrop={(event) => {
        event.preventDefault()
        dropping.value = false
        void openFiles(app, event.dataTransfer?.files ?? [])
      }}
    >
      <Header theme={theme} />
      <Problems />
      {entry ? (
        <div class="columns">
          <Entries />
          <main id="main" class="main">
            {entry.kind === 'build' && <BuildView key={app.selected.value} entry={entry} />}
            {entry.kind === 'request' && <ForeignView key={app.selected.value} entry={entry} />}
            {entry.kind === 'session' && <SessionView key={app.selected.value} entry={entry} />}
          </main>
        </div>
      ) : (
        <Welcome />
      )}
      <div role="status" class="only-read">
        {app.status}
      </div>
      {app.help.value && <Help />}
    </div>
  )
}
