import { createCounter } from '@lamella/core/plugin'
import { tiktoken } from '@lamella/tokenizer-tiktoken'
import type { Claim, Section, Skipped } from '../../section.ts'
import { callsOf } from '../calls.ts'
import { compared, own } from '../compared.ts'
import { headingOf, noRecordings, recordings } from '../conversations.ts'
import { countingOnce, remembering } from '../counting.ts'
import { type Format, formats } from '../formats.ts'
import { percent } from '../percent.ts'
import { paidOf, play } from '../play.ts'
import { neededAbout, neededCells, neededColumns } from './cells.ts'
import { createNeededMeter } from './needed-meter.ts'
import { needsOf } from './needed-values.ts'
import { ownRecordings } from './own-recordings.ts'
import { neededClaim } from './targets.ts'

/**
 * Measures the needed values alone, for whoever changes what a run keeps: in OpenAI Chat, also for each
 * `*.openai.jsonl` file of the folder in LAMELLA_RECORDINGS. LAMELLA_ONLY is a word in the names of the strategies to
 * play, such as `run`.
 */
export async function needed(): Promise<Section | Skipped> {
  const { LAMELLA_RECORDINGS: folder, LAMELLA_ONLY: only } = process.env
  if (noRecordings !== undefined) return { skipped: noRecordings }
  const strategies = Object.entries(compared).filter(([name]) => !only || name.split(/[^\p{L}]+/u).includes(only))
  if (strategies.length === 0) return { skipped: `no strategy has the word ${only} in its name` }
  const tokenizer = await tiktoken('gpt-4o')
  const count = remembering((text: string) => tokenizer.count(text))
  const [format] = formats as readonly [Format]
  const counter = countingOnce(createCounter(tokenizer, format.framing))
  const shared = recordings()
  const table: string[][] = [['', '', 'repeats', 'paid', 'nothing to send', ...neededColumns]]
  const claims: Claim[] = []
  for (const recording of [...shared, ...(folder ? ownRecordings(folder, counter) : [])]) {
    const conversations = recording.conversations.map(callsOf)
    const needs = needsOf(recording.conversations, conversations)
    for (const window of recording.windows) {
      const heading = headingOf(recording, window)
      for (const [index, [name, strategy]] of strategies.entries()) {
        const meter = createNeededMeter(needs)
        const task = { recording, window, reserve: Math.floor(window / 8), counter }
        const played = await play(strategy, conversations, task, format, { count, watch: meter.add })
        const { calls, texts } = meter.needed
        const place = index === 0 ? `${heading} (${calls.of} in calls, ${texts.of} in texts)` : ''
        const paid = Math.round(paidOf(played)).toLocaleString('en-US')
        const repeats = percent(played.all.repeated / played.all.later)
        table.push([place, name, repeats, paid, String(played.unsent), ...neededCells(meter.needed)])
        if (name === own && shared.includes(recording)) {
          claims.push(neededClaim(heading, window, meter.needed, played))
        }
      }
    }
  }
  return { title: 'Needed values', about: neededAbout, table, claims }
}
