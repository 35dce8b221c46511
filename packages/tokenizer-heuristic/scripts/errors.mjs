// Builds the error tables in docs/estimates.md, for measure.mjs, which writes them, and for the test that compares them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodings, exactCounter, markdown, mean, percent } from './tools.mjs'

export const head = [
  'text',
  'pieces',
  ...encodings.flatMap((name) => [`${name}: error`, 'upper bound held', 'upper / true']),
  '`simple()`, o200k_base',
]

const within = (share) => (share === 1 ? 'all' : `${(100 * share).toFixed(2)} %`)

/**
 * Returns a row of mean absolute errors over the pieces of one kind. `library` is this package, `counters` has an exact
 * counter per encoding.
 */
export function row({ heuristic, simple }, counters, kind, pieces) {
  const cells = encodings.flatMap((encoding) => {
    const [expected, upper] = [heuristic({ encoding }), heuristic({ encoding, mode: 'upper' })]
    const counted = pieces.map((text) => ({ text, true: counters[encoding](text) }))
    const error = mean(counted, (piece) => Math.abs(expected.count(piece.text) - piece.true) / piece.true)
    const held = mean(counted, (piece) => (upper.count(piece.text) >= piece.true ? 1 : 0))
    return [percent(error), within(held), mean(counted, (piece) => upper.count(piece.text) / piece.true).toFixed(2)]
  })
  const thumb = simple()
  const exact = counters[encodings[0]]
  const off = mean(pieces, (text) => Math.abs(thumb.count(text) - exact(text)) / exact(text))
  return [kind, String(pieces.length), ...cells, percent(off)]
}

const exactCounters = () => Object.fromEntries(encodings.map((name) => [name, exactCounter(name)]))

/** Splits a text into pieces of 1,000 characters; a last piece of under 500 is dropped if there are others. */
function pieces(text) {
  const found = text.match(/.{1,1000}/gsu) ?? []
  return found.length > 1 && found.at(-1).length < 500 ? found.slice(0, -1) : found
}

/** Returns the table for test/fixtures, whose texts were written for it and were not used for fitting the weights. */
export function fixtureTable(library) {
  const folder = new URL('../test/fixtures/', import.meta.url)
  const counters = exactCounters()
  const rows = readdirSync(folder)
    .sort()
    .map((file) =>
      row(library, counters, file.replace('.txt', ''), pieces(readFileSync(new URL(file, folder), 'utf8'))),
    )
  return markdown(head, rows)
}

/**
 * Returns the table for the parts of LAMELLA_DATA that were not used for fitting the weights, or `undefined` without
 * data.
 */
export function dataTable(library, data) {
  if (data === undefined || !existsSync(data)) return undefined
  const counters = exactCounters()
  const lines = (file) =>
    readFileSync(join(data, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  const secondHalf = (list) => list.slice(list.length >> 1)
  const calls = secondHalf(lines('traces/tau-bench-airline.openai.jsonl')).flatMap(({ messages }) => messages.slice(1))
  const said = (roles) => calls.filter((m) => roles.includes(m.role) && m.content).map((m) => m.content)
  const turns = lines('retrieval/locomo/docs.jsonl').flatMap(({ text }) => (text ? [text] : []))
  const passages = secondHalf(lines('retrieval/cmrc-zh/docs.jsonl')).map(({ text }) => text)
  const short = turns.filter((text) => text.length > 20)
  return markdown(head, [
    row(library, counters, 'customer service (tau-bench)', pieces(said(['user', 'assistant']).join('\n\n'))),
    row(library, counters, 'JSON of its tools', pieces(said(['tool']).join('\n'))),
    row(library, counters, 'chat (LoCoMo)', pieces(turns.join('\n'))),
    row(library, counters, 'its single turns, 130 characters on average', short),
    row(library, counters, 'Chinese passages (CMRC 2018)', pieces(passages.join('\n')).slice(0, 500)),
  ])
}
