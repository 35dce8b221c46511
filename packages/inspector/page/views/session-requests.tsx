import { dollars } from '@lamella/core/plugin'
import type { Transcript, TranscriptCompaction } from '@lamella/provider-fs/transcripts'
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { turnsOf } from '../../src/model/conversation.ts'
import { costOfTranscript } from '../app/cost.ts'
import { TurnView } from '../parts/content-view.tsx'
import { count, counted, percent } from '../parts/format.ts'
import { Line } from '../parts/visible.tsx'
import { sizeOfRequest, usedBy } from '../sessions/read-session.ts'

/** The most bars of a picture: a longer session has several requests in one. */
const mostBars = 160

/** The most messages of a compaction that are shown. */
const mostLost = 40

/** How the window of a session filled, where it was compacted, and what that lost. */
export function SessionRequests({ session }: { readonly session: Transcript }): VNode | null {
  const { requests, compactions } = session
  const use = useMemo(() => usedBy(requests, costOfTranscript), [requests])
  const path = requests.filter(({ purpose }) => purpose === 'path')
  if (path.length + compactions.length === 0) return null
  const each = Math.max(1, Math.ceil(path.length / mostBars))
  const most = path.reduce((largest, one) => Math.max(largest, sizeOfRequest(one)), 1)
  const facts = [
    counted(use.requests, 'request'),
    `${count(use.input)} tokens of input, ${percent(use.cached)} read from a cache`,
    `${count(use.output)} of output`,
    ...(use.cost === undefined
      ? []
      : [`${dollars(use.cost)}${requests.some(({ cost }) => cost === undefined) ? ' for the input' : ''}`]),
    ...(compactions.length > 0 ? [counted(compactions.length, 'compaction')] : []),
  ]
  return (
    <section class="card" aria-label="Requests">
      {path.length > 0 && (
        <div class="spark">
          <div class="spark-bars tall" role="img" aria-label={`The window over time, at most ${count(most)} tokens`}>
            {Array.from({ length: Math.ceil(path.length / each) }, (_, index) => {
              const own = path.slice(index * each, (index + 1) * each)
              const from = path[index * each - 1]?.line ?? 0
              const to = own.at(-1)?.line ?? 0
              const isCut = compactions.some(({ line }) => line > from && line <= to)
              const share = Math.max(...own.map(sizeOfRequest)) / most
              return (
                <i key={index} class={isCut ? 'cut-here' : ''} style={{ height: `${Math.max(3, share * 100)}%` }} />
              )
            })}
          </div>
        </div>
      )}
      <p class="faint">{facts.join(' · ')}</p>
      {compactions.map((one) => (
        <Compaction key={one.line} compaction={one} />
      ))}
    </section>
  )
}

function Compaction({ compaction }: { readonly compaction: TranscriptCompaction }): VNode {
  const { at, trigger, before, after, kept, lost } = compaction
  return (
    <details>
      <summary>
        Compaction <Line text={[trigger, at?.slice(0, 16).replace('T', ' ')].filter(Boolean).join(', ')} most={60} />
        {before !== undefined && `, from ${count(before)} tokens`}
        {after !== undefined && ` to ${count(after)}`}: {counted(lost.length, 'message')} lost, {count(kept)} kept
      </summary>
      <div class="turns">
        {lost.slice(-mostLost).flatMap((entry, index) =>
          // Messages have no identity but their order.
          turnsOf([entry.message]).map((turn) => <TurnView key={index} turn={turn} />),
        )}
      </div>
    </details>
  )
}
