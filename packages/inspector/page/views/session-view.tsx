import type { Transcript } from '@lamella/provider-fs/transcripts'
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { turnsOf } from '../../src/model/conversation.ts'
import { useApp } from '../app/app-context.ts'
import type { SessionEntry } from '../app/entry.ts'
import { Bar, Swatch } from '../parts/bar.tsx'
import { count, counted, percent } from '../parts/format.ts'
import { lookOf, looksOf } from '../parts/looks.ts'
import { Messages, type Said } from '../parts/messages.tsx'
import { Line } from '../parts/visible.tsx'
import { programs } from '../sessions/programs.ts'
import { contentOfWindow, goneFrom, sizeOfRequest } from '../sessions/read-session.ts'
import { BesideRun } from './beside-run.tsx'
import { SessionRequests } from './session-requests.tsx'

/** A session of another agent: what fills its window, how it filled, what was lost on the way, and what was said. */
export function SessionView({ entry }: { readonly entry: SessionEntry }): VNode {
  const { session } = entry
  const app = useApp()
  const { bar, total } = useMemo(() => contentOfWindow(session), [session])
  const said = useMemo(() => saidIn(session), [session])
  const newest = session.requests.findLast(({ purpose }) => purpose === 'path')
  const looks = looksOf(bar.map(({ name }) => name))
  const { format, title, version, id, limit } = session
  const missing = [
    ...(session.system === undefined ? ['the system prompt'] : []),
    ...(session.tools === undefined ? ['the definitions of tools'] : []),
  ]
  return (
    <>
      <section class="card" aria-label="Session">
        <h2>
          <Line text={title ?? `A session of ${programs[format]}`} most={120} />
        </h2>
        <p class="headline">
          <strong>{count(newest ? sizeOfRequest(newest) : total)}</strong>
          {newest ? 'tokens in the newest request, as the provider counted' : 'tokens in the next request, estimated'}
          {limit !== undefined && `, of ${count(limit)}`}
          <span class="aside">
            <span>
              {programs[format]} <Line text={version ?? ''} most={20} />
            </span>
            {app.ids.value && id !== undefined && <Line text={id} most={60} />}
          </span>
        </p>
        <Bar parts={bar} looks={looks} label={`What fills the window, estimated: ${count(total)} tokens.`} />
        <ul class="legend">
          {bar.map((part) => (
            <li key={part.name}>
              <span class="plain">
                <Swatch look={lookOf(part, looks)} />
                <Line text={part.name} most={40} />
                <span class="number">{count(part.tokens)}</span>
                <span class="number faint">{percent(part.share)}</span>
              </span>
            </li>
          ))}
        </ul>
        <p class="note">
          The parts are estimated by the heuristic tokenizer
          {missing.length > 0 && `; the file does not have ${missing.join(' and ')}`}.
        </p>
        <Findings session={session} />
      </section>
      <SessionRequests session={session} />
      <BesideRun entry={entry} />
      <section class="card" aria-label="Conversation">
        <p class="faint">
          {counted(said.length, 'message')} of the newest path
          {session.branches.length > 0 && `, beside ${counted(session.branches.length, 'branch', 'branches')}`}
          {session.subagents.length > 0 && `, with ${counted(session.subagents.length, 'sub-agent')}`}
        </p>
        <Messages said={said} />
      </section>
    </>
  )
}

function saidIn(session: Transcript): readonly Said[] {
  const gone = goneFrom(session)
  return session.path.flatMap((entry) =>
    turnsOf([entry.message]).map((turn) => ({
      turn,
      aside: (
        <span class="turn-source">
          {gone.has(entry) && <span class="badge">no longer in the window</span>}
          {entry.by !== 'person' && entry.by !== 'model' && entry.by !== 'tool' && (
            <span class="badge">{String(entry.by)}</span>
          )}
          {entry.at !== undefined && (
            <span class="faint">
              <Line text={entry.at.slice(0, 19).replace('T', ' ')} />
            </span>
          )}
        </span>
      ),
    })),
  )
}

/** What could not be read, or is uncertain. */
function Findings({ session: { notes, unknown } }: { readonly session: Transcript }): VNode | null {
  const kinds = Object.entries(unknown)
  if (notes.length + kinds.length === 0) return null
  return (
    <details>
      <summary>{counted(notes.length + kinds.length, 'thing')} that a reader should know</summary>
      <ul class="findings">
        {notes.slice(0, 100).map(({ code, line, text }) => (
          <li key={`${line} ${code}`}>
            <code>{code}</code> {line !== undefined && `line ${count(line)}: `}
            <Line text={text} most={300} />
          </li>
        ))}
        {kinds.slice(0, 100).map(([kind, times]) => (
          <li key={kind}>
            <Line text={kind} most={80} />: not known, {count(times)} times
          </li>
        ))}
      </ul>
    </details>
  )
}
