// Fits the table of people-weights.json to o200k_base and cl100k_base and writes it; fit-machine.mjs makes src/weights.ts of it.
// With --report it only measures, and writes the first table of docs/estimates.md.
//
//   pnpm build && node scripts/fit.mjs TEXTS.jsonl && node scripts/fit-machine.mjs
//   pnpm build && node scripts/fit.mjs TEXTS.jsonl --report
//
// TEXTS.jsonl has one piece of text per line, {"kind": "english", "source": "tau-bench", "split": "fit", "text": "..."}, of
// about 1,000 characters. Pieces with the split "test" come from other files than the rest and are not used for fitting:
// that page lists their errors. The texts are not part of the repository. The committed table was fitted on about 10,000
// pieces and tested on 6,000: sentences of the Universal Dependencies in 25 languages, javascript.info in four languages,
// a Chinese newsletter, Chinese passages (CMRC 2018), customer service and its JSON (tau-bench), recorded requests, JSON
// Schemas, instruction files and skills (OpenClaw), sources, manifests and READMEs of this repository and of its
// dependencies, sources in Python, C, Perl, shell, HTML and CSS, and generated base64, hex, numbers, logs and emoji.
import { readFileSync, writeFileSync } from 'node:fs'
import { features, heuristic, simple } from '@lamella/tokenizer-heuristic'
import { head, row } from './errors.mjs'
import { fitExpected, fitUpper } from './solve.mjs'
import { encodings, exactCounter, markdown, publish } from './tools.mjs'

/** The weight of each kind of text, 1 if not listed: higher for what most contexts consist of. */
const importance = {
  english: 8,
  markdown: 6,
  code: 8,
  json: 6,
  chinese: 6,
  russian: 6,
  japanese: 6,
  'chinese-docs': 2,
  'russian-docs': 2,
  'japanese-docs': 2,
}
/** Languages in which each source has the same weight, however large it is. */
const balanced = ['english', 'russian', 'chinese', 'japanese', 'korean']

const pieces = readFileSync(process.argv[2], 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const fitted = pieces.filter(({ split }) => split === 'fit')
const counters = Object.fromEntries(encodings.map((name) => [name, exactCounter(name)]))

/** Checks whether a weight may be negative: a common character or a capital can make its word cheaper than others. */
const signed = (name) => /^(capital|vowelEnd|cyrillicCapital|hanCommon)$/.test(name)
// Characters without tokens cost their bytes, and long runs of capitals are in none of the texts: these are not fitted.
// Rare pairs are fitted to machine text, marks and points to the texts of test/marks.ts.
const fixed = {
  ...{ capsLong: [0.4, 0.55], rare: [0.6, 1], rareChars: [2.85, 3], rarePairs: [0, 0] },
  ...{ marks: [2, 3], points: [1.05, 1.4] },
}
/** Emoji, their joiners and marks: one may need three times as many tokens as another. */
const varying = /^(?:pictures|joiners|marks|points)$/
/** ASCII words and what belongs to them: most of plain English. */
const plainWords = /^(?:word|capital|vowelEnd)/
/** How far `careful` is from the expected weight to the upper one. */
const margin = (name) => (plainWords.test(name) ? 0 : varying.test(name) ? 1 : 0.5)
const featureNames = Object.keys(features(''))
const least = featureNames.map((name) => (signed(name) ? -1 : 0))
const prior = featureNames.map((name) => {
  if (/Rest$|Chars$|base64|hex/.test(name)) return 0.3
  return /hanCommon|^cyrillic|capital|vowelEnd|latinFar|latinAccents/.test(name) ? 0 : 1
})

/** Converts pieces to rows of numbers, weighted so that each kind as a whole counts as `importance` says. */
function rowsFor(encoding) {
  const group = ({ kind, source }) => (balanced.includes(kind) ? `${kind}/${source.split(':')[0]}` : kind)
  const inGroup = new Map()
  for (const piece of fitted) inGroup.set(group(piece), (inGroup.get(group(piece)) ?? 0) + 1)
  const groups = (kind) => [...inGroup.keys()].filter((name) => name.split('/')[0] === kind).length
  return fitted.map((piece) => {
    const counts = features(piece.text)
    const x = featureNames.map((name) => counts[name])
    return {
      x,
      used: x.flatMap((value, i) => (value === 0 ? [] : [i])),
      y: counters[encoding](piece.text),
      weight: (importance[piece.kind] ?? 1) / (inGroup.get(group(piece)) * groups(piece.kind)),
    }
  })
}

if (process.argv[3] !== '--report') {
  const columns = encodings.flatMap((encoding) => {
    const rows = rowsFor(encoding)
    const expected = fitExpected(rows, least, prior)
    const { table, scale } = fitUpper(rows, expected, { spare: 2, missed: 0.0003, heavier: 30 })
    console.log(encoding, 'upper bound scaled by', scale.toFixed(3))
    const held = (list, i) => list.map((value, at) => fixed[featureNames[at]]?.[i] ?? value)
    const [low, high] = [held([...expected], 0), held([...table], 1)]
    return [low, low.map((weight, i) => weight + (high[i] - weight) * margin(featureNames[i])), high]
  })
  const lines = featureNames.map(
    (name, i) => `  "${name}": [${columns.map((table) => Math.round(1000 * table[i])).join(', ')}]`,
  )
  writeFileSync(new URL('people-weights.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`)
} else {
  const kinds = [...new Set(pieces.map(({ kind }) => kind))]
  const rows = kinds.sort().flatMap((kind) => {
    const texts = pieces.filter((piece) => piece.kind === kind && piece.split === 'test').map(({ text }) => text)
    return texts.length === 0 ? [] : [row({ heuristic, simple }, counters, kind, texts)]
  })
  const tried = pieces.filter(({ split }) => split === 'test').map(({ text }) => text)
  rows.push(row({ heuristic, simple }, counters, '**all pieces**', tried))
  const table = markdown(head, rows)
  console.log(table)
  publish('held-out', table)
}
