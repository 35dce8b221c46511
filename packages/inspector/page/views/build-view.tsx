import type { TargetedKeyboardEvent, VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import type { View } from '../app/app.ts'
import { useApp } from '../app/app-context.ts'
import { type BuildData, buildData } from '../app/build-data.ts'
import type { BuildEntry } from '../app/entry.ts'
import { Visible } from '../parts/visible.tsx'
import { ContextView } from './context-view.tsx'
import { RequestView } from './request-view.tsx'
import { RunView } from './run-view.tsx'

const titles: readonly (readonly [View, string])[] = [
  ['context', 'Context'],
  ['run', 'Run'],
  ['request', 'Request'],
]

/** One recorded build, in three views. */
export function BuildView({ entry }: { readonly entry: BuildEntry }): VNode {
  const app = useApp()
  const data = useMemo(() => buildData(entry.build), [entry.build])
  if (!data) return <Failed entry={entry} />
  const view = app.view.value
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const at = titles.findIndex(([name]) => name === view) + step
    const [next] = titles[(at + titles.length) % titles.length] ?? titles[0] ?? ['context']
    app.view.value = next as View
    document.getElementById(`tab-${next}`)?.focus()
  }
  return (
    <>
      <div class="tabs" role="tablist" aria-label="Views" onKeyDown={onKeyDown}>
        {titles.map(([name, title]) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={name === view}
            aria-controls="view"
            tabIndex={name === view ? 0 : -1}
            onClick={() => {
              app.view.value = name
            }}
          >
            {title}
          </button>
        ))}
      </div>
      <div id="view" role="tabpanel" aria-labelledby={`tab-${view}`}>
        <CurrentView view={view} data={data} entry={entry} />
      </div>
    </>
  )
}

interface CurrentViewProps {
  readonly view: View
  readonly data: BuildData
  readonly entry: BuildEntry
}

function CurrentView({ view, data, entry }: CurrentViewProps): VNode {
  if (view === 'run') return <RunView data={data} entry={entry} />
  return view === 'request' ? <RequestView data={data} /> : <ContextView data={data} />
}

function Failed({ entry }: { readonly entry: BuildEntry }): VNode {
  const { error } = entry.build
  return (
    <section class="card">
      <h2>This build failed</h2>
      <p>
        <code>
          <Visible text={String(error?.code ?? '')} />
        </code>
      </p>
      {error?.what !== undefined && (
        <p>
          <Visible text={String(error.what).slice(0, 2_000)} />
        </p>
      )}
    </section>
  )
}
