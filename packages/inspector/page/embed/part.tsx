import type { VNode } from 'preact'
import { useApp } from '../app/app-context.ts'
import { BuildView } from '../views/build-view.tsx'
import { Entries } from '../views/entries.tsx'
import { ForeignView } from '../views/foreign-view.tsx'
import { Problems } from '../views/problems.tsx'
import { SessionView } from '../views/session-view.tsx'
import type { PartOptions } from './create-inspector.tsx'

/** A part of the inspector in the page of somebody else: no header, no drop, and no keys but those of its controls. */
export function Part({ views, list = false, whatIf }: PartOptions): VNode {
  const app = useApp()
  const entry = app.entry.value
  return (
    <div class="page in-page">
      <Problems />
      <div class={list ? 'columns' : ''}>
        {list && <Entries />}
        <div class="main">
          {entry?.kind === 'build' && (
            <BuildView key={app.selected.value} entry={entry} views={views} whatIf={whatIf} />
          )}
          {entry?.kind === 'request' && <ForeignView key={app.selected.value} entry={entry} />}
          {entry?.kind === 'session' && <SessionView key={app.selected.value} entry={entry} />}
          {!entry && <p class="note">Nothing is open yet.</p>}
        </div>
      </div>
    </div>
  )
}
