import type { TargetedKeyboardEvent, VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import type { View } from '../app/app.ts'
import { useApp } from '../app/app-context.ts'
import { type BuildData, buildData } from '../app/build-data.ts'
import type { BuildEntry } from '../app/entry.ts'
import { Visible } from '../parts/visible.tsx'
import { ContextView } from './context-view.tsx'
import { ConversationView } from './conversation-view.tsx'
import { RequestView } from './request-view.tsx'
import { RunView } from './run-view.tsx'

interface BuildViewProps {
  readonly entry: BuildEntry
  /** The views to choose from. Default: all. */
  readonly views?: readonly View[] | undefined
  /** Whether another window can be tried. Default `true`. */
  readonly whatIf?: boolean | undefined
}

const titles: readonly [readonly [View, string], ...(readonly [View, string])[]] = [
  ['context', 'Context'],
  ['conversation', 'Conversation'],
  ['run', 'Run'],
  ['request', 'Request'],
]

/** One recorded build, in three views. */
export function BuildView({ entry, views, whatIf = true }: BuildViewProps): VNode {
  const app = useApp()
  const data = useMemo(() => buildData(entry.build), [entry.build])
  if (!data) return <Failed entry={entry} />
  const shown = views ? titles.filter(([name]) => views.includes(name)) : titles
  // The view is chosen for all parts of a page; one that does not have it stays at its first.
  const view = (shown.find(([name]) => name === app.view.value) ?? shown[0] ?? titles[0])[0]
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const at = shown.findIndex(([name]) => name === view) + step
    const [next] = shown[(at + shown.length) % shown.length] ?? titles[0]
    app.view.value = next
    event.currentTarget.querySelector<HTMLElement>(`#tab-${next}`)?.focus()
  }
  const current = <CurrentView view={view} data={data} entry={entry} whatIf={whatIf} />
  if (shown.length === 1) return <div class="view">{current}</div>
  return (
    <>
      <div class="tabs" role="tablist" aria-label="Views" onKeyDown={onKeyDown}>
        {shown.map(([name, title]) => (
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
      <div id="view" class="view" role="tabpanel" aria-labelledby={`tab-${view}`}>
        {current}
      </div>
    </>
  )
}

interface CurrentViewProps {
  readonly view: View
  readonly data: BuildData
  readonly entry: BuildEntry
  readonly whatIf: boolean
}

function CurrentView({ view, data, entry, whatIf }: CurrentViewProps): VNode {
  if (view === 'conversation') return <ConversationView data={data} />
  if (view === 'run') return <RunView data={data} entry={entry} />
  return view === 'request' ? <RequestView data={data} /> : <ContextView data={data} whatIf={whatIf} />
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
