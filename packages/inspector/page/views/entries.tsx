import { dollars } from '@lamella/core/plugin'
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { headlineOf } from '../../src/model/conversation.ts'
import { useApp } from '../app/app-context.ts'
import { costOfEntry } from '../app/cost.ts'
import type { BuildEntry, Entry } from '../app/entry.ts'
import { count, counted, percent } from '../parts/format.ts'
import { VirtualList } from '../parts/virtual-list.tsx'
import { Line } from '../parts/visible.tsx'
import { programs } from '../sessions/programs.ts'
import { Spark } from './spark.tsx'

/** The list of builds and requests. */
export function Entries(): VNode {
  const app = useApp()
  const entries = app.entries.value
  const of = (wanted: Entry['kind']): number => entries.filter(({ kind }) => kind === wanted).length
  const [builds, requests, sessions] = [of('build'), of('request'), of('session')]
  const shown = app.entry.value
  return (
    <nav class="side" aria-label="Builds and requests">
      <h2>
        {[
          builds > 0 && counted(builds, 'build'),
          requests > 0 && counted(requests, 'request'),
          sessions > 0 && counted(sessions, 'session'),
        ]
          .filter(Boolean)
          .join(', ')}
      </h2>
      {shown?.kind === 'build' && <Spark entry={shown} />}
      <VirtualList
        count={entries.length}
        height={52}
        label="Builds and requests"
        active={app.selected.value}
        onActive={app.select}
        empty="Nothing is recorded yet."
      >
        {(index) => <EntryRow entry={entries[index] as Entry} before={entries[index - 1]} />}
      </VirtualList>
    </nav>
  )
}

function EntryRow({ entry, before }: { readonly entry: Entry; readonly before: Entry | undefined }): VNode {
  if (entry.kind === 'build') return <BuildRow entry={entry} before={before} />
  if (entry.kind === 'session') {
    const { format, title, path } = entry.session
    return (
      <>
        <span class="row-main">
          <b>{programs[format]}</b> <Line text={title ?? entry.source} most={60} />
        </span>
        <span class="row-more">a session of {counted(path.length, 'message')}</span>
      </>
    )
  }
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

function BuildRow({ entry, before }: { readonly entry: BuildEntry; readonly before: Entry | undefined }): VNode {
  const app = useApp()
  const { build, at, made, error, session, scope } = entry.build
  const headline = useMemo(() => headlineOf(entry.build), [entry.build])
  const cost = costOfEntry(entry, app.entries.value, app.prices.value)
  const gone = made ? made.rows.filter(({ reason }) => reason !== 'repair').length : 0
  const day = before?.kind === 'build' ? before.build.at?.slice(0, 10) : undefined
  return (
    <>
      <span class="row-main">
        <b>{count(build)}</b>
        {headline?.kind === 'results' && (
          <span class="faint" title="After results of tools">
            ↳
          </span>
        )}
        <Line text={headline?.text ?? session ?? scope.user ?? scope.tenant} most={90} />
      </span>
      <span class="row-more">
        {error && <Line text={error.code} most={40} />}
        {!error && at !== undefined && <span>{timeOf(at, day)}</span>}
        {cost !== undefined && <span>{dollars(cost)}</span>}
        <span class="row-end">
          {error && <span class="badge bad">failed</span>}
          {made?.run?.cut && <span class="badge">cut</span>}
          {gone > 0 && <span title={`${counted(gone, 'fragment')} shortened or dropped`}>−{count(gone)}</span>}
          {made && <span class="number">{percent(made.tokens.total / made.tokens.window)}</span>}
        </span>
      </span>
    </>
  )
}

/** As recorded, in UTC: the same page on every machine. The day only where it is another one than in the row before. */
function timeOf(at: string, before: string | undefined): string {
  const [day = '', time = ''] = String(at).slice(0, 19).split('T')
  return day === before ? time : `${day.slice(5)} ${time.slice(0, 5)}`
}
