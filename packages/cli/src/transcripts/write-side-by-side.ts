import { dollars } from '@lamella/core/plugin'
import { type ComparedTotal, type SideBySide, sideBySide, type Transcript } from '@lamella/provider-fs/transcripts'
import { heuristic } from '@lamella/tokenizer-heuristic'
import type { Palette } from '../palette.ts'
import { table } from '../text/table.ts'
import { counted, grouped } from '../text/words.ts'
import { limitOf, requestCost } from './costs.ts'
import { programNames } from './names.ts'

/** Compares what the program of a session sent with what a run of Lamella would have sent. */
export async function compareWithRun(session: Transcript): Promise<SideBySide | undefined> {
  return sideBySide(session, {
    windowOf: limitOf,
    costOf: (request) => requestCost(request)?.total,
    tokenizer: heuristic(),
  })
}

/** The most columns of a picture of the window: a longer session has several requests in one. */
const mostBars = 80

const bars = '▁▂▃▄▅▆▇█'

/** Formats the two sides; '' if there is nothing to compare. */
export function sideBySideText(found: SideBySide | undefined, { format }: Transcript, { bold }: Palette): string {
  if (!found || found.requests.length === 0) return ''
  const { requests, program, run, window, earlier, ended, head, factor } = found
  const name = programNames[format]
  const row = (title: string, { input, cached, largest, cuts, cost }: ComparedTotal): readonly string[] => [
    ...[title, grouped(input), grouped(cached), grouped(largest), grouped(cuts)],
    cost === undefined ? 'unknown' : dollars(cost),
  ]
  const totals = table('lrrrrr', [
    ['', 'input', 'cached', 'largest', 'cuts', 'cost'],
    row(`${name}, counted`, program),
    row('a run, estimated', run),
  ])
  const picture = table('ll', [
    [name, barsOf(found, 'program')],
    ['a run', barsOf(found, 'run')],
  ])
  const cuts = requests.flatMap(({ line, program: theirs, run: ours }) =>
    ours.cut ? [[`${line}`, grouped(theirs.tokens), grouped(ours.tokens), grouped(ours.cut.dropped)]] : [],
  )
  const lost = found.compactions.map(
    ({ line, messages, values }) =>
      `line ${line}: the compaction lost ${counted(messages.lost, 'message')}, and ${counted(values.lost, 'value')} that nothing it left says; ` +
      `the next request of the run had ${grouped(messages.kept)} of the messages, and ${grouped(values.kept)} of the values`,
  )
  return `${[
    '',
    bold('Beside a run of Lamella'),
    `${counted(requests.length, 'request')} in a window of ${grouped(window)} tokens${earlier > 0 ? `, after ${grouped(earlier)} that are not compared` : ''}`,
    ...totals,
    '',
    ...picture,
    ...(cuts.length > 0
      ? ['', ...table('rrrr', [['line', 'sent', 'after a cut', 'messages that went'], ...cuts])]
      : []),
    ...(lost.length > 0 ? ['', ...lost] : []),
    ...(ended === undefined ? [] : [`The run ends at line ${ended}: that request does not fit into the window.`]),
    '',
    `The run is that of openRun, with history() and its digest, on the same messages. Its tokens are estimated: ${factor.toFixed(2)} for each`,
    `of the estimate, and ${grouped(head)} for what the file does not have, such as system prompt and tools. What repeats counts as read from`,
    'the cache. Nothing was asked of a provider.',
  ].join('\n')}\n`
}

function barsOf({ requests, program, run }: SideBySide, side: 'program' | 'run'): string {
  const largest = Math.max(program.largest, run.largest)
  const each = Math.ceil(requests.length / mostBars)
  return Array.from({ length: Math.ceil(requests.length / each) }, (_, index) => {
    const most = Math.max(...requests.slice(index * each, (index + 1) * each).map((one) => one[side].tokens))
    return bars[Math.min(bars.length - 1, Math.floor((most / largest) * bars.length))]
  }).join('')
}
