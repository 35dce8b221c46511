import { dollars } from '@lamella/core/plugin'
import { type ComparedRequest, type ComparedTotal, type SideBySide, sideBySide } from '@lamella/provider-fs/transcripts'
import { heuristic } from '@lamella/tokenizer-heuristic'
import { useSignal } from '@preact/signals'
import type { VNode } from 'preact'
import { useEffect } from 'preact/hooks'
import { costOfTranscript } from '../app/cost.ts'
import type { SessionEntry } from '../app/entry.ts'
import { priceOfModel } from '../app/model-prices.ts'
import { count, counted } from '../parts/format.ts'
import { programs } from '../sessions/programs.ts'

/** The most pairs of bars: a longer session has several requests in one. */
const mostBars = 80

const found = new WeakMap<object, SideBySide>()

/**
 * What the program sent, and what a run of Lamella would have sent on the same conversation: computed after everything else is
 * shown, with time for the page between requests.
 */
export function BesideRun({ entry: { session } }: { readonly entry: SessionEntry }): VNode | null {
  const sides = useSignal<SideBySide | string | undefined>(found.get(session))
  useEffect(() => {
    if (found.has(session)) return undefined
    const stop = new AbortController()
    const pause = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve))
      stop.signal.throwIfAborted()
    }
    const compare = async (): Promise<void> => {
      try {
        await pause()
        const made = await sideBySide(session, {
          windowOf: (model) => priceOfModel(model)?.window,
          costOf: costOfTranscript,
          tokenizer: heuristic(),
          pause,
        })
        if (made) found.set(session, made)
        sides.value = made ?? 'The file does not say what its requests used, so there is nothing to compare with.'
      } catch (error) {
        if (!stop.signal.aborted) sides.value = `The two could not be compared: ${String(error)}`
      }
    }
    void compare()
    return () => stop.abort()
  }, [session])
  const { value } = sides
  return (
    <section class="card" aria-label="Beside a run of Lamella" aria-busy={value === undefined}>
      <h2>Beside a run of Lamella</h2>
      {typeof value === 'object' ? (
        <Sides sides={value} name={programs[session.format]} />
      ) : (
        <p class="faint">{value ?? 'A run over the same conversation is being planned …'}</p>
      )}
    </section>
  )
}

function Sides({ sides, name }: { readonly sides: SideBySide; readonly name: string }): VNode {
  const { requests, program, run, window, compactions, earlier, ended, factor, head } = sides
  const cuts = requests.filter((one) => one.run.cut)
  return (
    <>
      <p class="faint">
        {counted(requests.length, 'request')} in a window of {count(window)} tokens
        {earlier > 0 && `, after ${count(earlier)} that are not compared`}
      </p>
      <Bars requests={requests} most={Math.max(program.largest, run.largest)} name={name} />
      <table class="sides">
        <thead>
          <tr>
            <td />
            <th scope="col">
              <i class="side-mark theirs" /> {name}, counted
            </th>
            <th scope="col">
              <i class="side-mark ours" /> A run, estimated
            </th>
          </tr>
        </thead>
        <tbody>
          {facts.map(([title, value]) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td>{value(program)}</td>
              <td>{value(run)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {compactions.length + cuts.length > 0 && (
        <ul class="findings">
          {compactions.map(({ line, messages, values }) => (
            <li key={line}>
              The compaction of line {count(line)} lost {counted(messages.lost, 'message')}, and{' '}
              {counted(values.lost, 'value')} that nothing it left says. The next request of the run had{' '}
              <b>{count(messages.kept)}</b> of the messages, and <b>{count(values.kept)}</b> of the values.
            </li>
          ))}
          {cuts.map(({ line, run: { tokens, cut } }) => (
            <li key={`cut ${line}`}>
              The run was cut at line {count(line)}, to {count(tokens)} tokens: {counted(cut?.dropped ?? 0, 'message')}{' '}
              left it.
            </li>
          ))}
        </ul>
      )}
      {ended !== undefined && (
        <p class="bad">The run ends at line {count(ended)}: that request does not fit into the window.</p>
      )}
      <p class="note">
        The run is that of <code>openRun</code>, with <code>history()</code> and its digest, on the same messages. Its
        tokens are estimated: {factor.toFixed(2)} for each of the estimate, and {count(head)} for what the file does not
        have, such as system prompt and tools. What repeats counts as read from the cache. Nothing was asked of a
        provider.
      </p>
    </>
  )
}

const facts: readonly (readonly [title: string, value: (total: ComparedTotal) => string])[] = [
  ['Input', ({ input }) => count(input)],
  ['Read from the cache', ({ cached }) => count(cached)],
  ['Largest request', ({ largest }) => count(largest)],
  ['Cuts', ({ cuts }) => count(cuts)],
  ['Cost of the input', ({ cost }) => (cost === undefined ? 'unknown' : dollars(cost))],
]

interface BarsProps {
  readonly requests: readonly ComparedRequest[]
  /** The largest request of both. */
  readonly most: number
  readonly name: string
}

/** The windows of both over the session, a pair of bars for each request. */
function Bars({ requests, most, name }: BarsProps): VNode {
  const each = Math.max(1, Math.ceil(requests.length / mostBars))
  const height = (own: readonly ComparedRequest[], side: 'program' | 'run'): { readonly height: string } => {
    return { height: `${Math.max(2, (100 * Math.max(...own.map((one) => one[side].tokens))) / most)}%` }
  }
  return (
    <div class="spark">
      <div class="spark-bars tall pairs" role="img" aria-label={`The window of ${name} and of a run over time`}>
        {Array.from({ length: Math.ceil(requests.length / each) }, (_, index) => {
          const own = requests.slice(index * each, (index + 1) * each)
          return (
            <span key={index}>
              <i class="theirs" style={height(own, 'program')} />
              <i class={own.some(({ run }) => run.cut) ? 'ours cut-here' : 'ours'} style={height(own, 'run')} />
            </span>
          )
        })}
      </div>
    </div>
  )
}
