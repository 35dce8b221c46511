import type { VNode } from 'preact'
import { useApp } from '../app/app-context.ts'
import type { BuildEntry, Entry } from '../app/entry.ts'
import { count, counted, percent } from '../parts/format.ts'
import { VirtualList } from '../parts/virtual-list.tsx'
import { Line } from '../parts/visible.tsx'

/** The list of builds and requests. */
export function Entries(): VNode {
  const app = useApp()
  const entries = app.entries.value
  const requests = entries.filter(({ kind }) => kind === 'request').length
  const builds = entries.length - requests
  return (
    <nav class="side" aria-label="Builds and requests">
      <h2>
        {[builds > 0 && counted(builds, 'build'), requests > 0 && counted(requests, 'request')]
          .filter(Boolean)
          .join(', ')}
      </h2>
      <VirtualList
        count={entries.length}
        height={52}
        label="Builds and requests"
        active={app.selected.value}
        onActive={app.select}
        empty="Nothing is recorded yet."
      >
        {(index) => <EntryRow entry={entries[index] as Entry} />}
      </VirtualList>
    </nav>
  )
}

function EntryRow({ entry }: { readonly entry: Entry }): VNode {
  if (entry.kind === 'build') return <BuildRow entry={entry} />
  const model = entry.body['model']
  return (
    <>
      <span class="row-main">
        <b>Request</b> <Line text={typeof model === 'string' ? model : entry.source} most={40} />
      </span>
      <span class="row-more">made by another program</span>
    </>
  )
}

function BuildRow({ entry }: { readonly entry: BuildEntry }): VNode {
  const { build, at, made, error, session, scope } = entry.build
  const cut = made?.run?.cut
  const share = made ? made.tokens.total / made.tokens.window : 0
  return (
    <>
      <span class="row-main">
        <b>{count(build)}</b> <Line text={session ?? scope.user ?? scope.tenant} most={40} />
        <span class="row-end">
          {error && <span class="badge bad">failed</span>}
          {cut && <span class="badge">cut</span>}
          {made && percent(share)}
        </span>
      </span>
      <span class="row-more">
        {made && <meter min={0} max={1} value={share} aria-hidden="true" />}
        {error ? <Line text={error.code} most={40} /> : <span>{timeOf(at)}</span>}
      </span>
    </>
  )
}

/** As recorded, in UTC: the same page on every machine. */
function timeOf(at: string | undefined): string {
  return typeof at === 'string' ? at.slice(0, 19).replace('T', ' ') : ''
}
