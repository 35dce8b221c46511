// Writes the table of src/weights.ts: the weights for the texts that people write (scripts/people-weights.json, by fit.mjs),
// raised as far as generated texts as machines write them (scripts/machine.mjs) need it. With --check it only compares, and
// fails if the file is not what it makes. Needs no data: the texts are generated, the tokens counted by tiktoken.
//
//   pnpm build && node scripts/fit-machine.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { drawing, listOf } from './draw.mjs'
import { machineTexts } from './machine.mjs'
import { encodings, exactCounter } from './tools.mjs'

const target = new URL('../src/weights.ts', import.meta.url)
const [expected, careful, upper] = [0, 1, 2]

/** The share of the true count that each text has at least, with room for texts that are not fitted on. */
const least = 0.97
/** The share by which one step raises a text. */
const atOnce = 0.002
/** Texts of the same kinds, with other seeds than those of the test. */
const seeds = Array.from({ length: 12 }, (_, index) => index + 1)

/** The table that people's texts were fitted for. */
const base = JSON.parse(readFileSync(new URL('people-weights.json', import.meta.url), 'utf8'))

/** Texts that must stay as they are: sentences of everyday words, as many as machine texts. */
function sentences(count) {
  const { below, capital, words } = drawing(7)
  return Array.from({ length: count }, () => ({
    text: listOf(20, () => `${capital(words(4 + below(9)))}, ${words(4)} ${capital(words(2))}.`, ' '),
  }))
}

/** Returns texts as counts of features and the tokens that each must have: for o200k_base, those of the larger encoding. */
function rowsOf(texts, { features }) {
  const [first, second] = encodings.map(exactCounter)
  const isForeign = Object.keys(features('')).map((name) => /^foreign|^rareTriples$/.test(name))
  return texts.map(({ text }) => {
    const x = Object.values(features(text))
    const [one, other] = [first(text), second(text)]
    return {
      x,
      // What words of other languages cost follows from people's texts alone.
      used: x.flatMap((count, i) => (count > 0 && !isForeign[i] ? [i] : [])),
      exact: [one, other],
      most: [Math.max(one, other), other],
    }
  })
}

const predict = (table, { x }) => x.reduce((sum, count, i) => sum + (table[i] * count) / 1000, 0)

/** Returns the weight of one feature with the smallest absolute error over all texts. */
function best(rows, table, feature, encoding) {
  const errorWith = (weight) => {
    const tried = table.with(feature, weight)
    return rows.reduce((sum, row) => sum + Math.abs(predict(tried, row) / row.exact[encoding] - 1), 0)
  }
  const weights = Array.from({ length: 301 }, (_, step) => step * 5)
  return weights.reduce(
    ({ weight, error }, next) => {
      const found = errorWith(next)
      return found < error ? { weight: next, error: found } : { weight, error }
    },
    { weight: 0, error: Number.POSITIVE_INFINITY },
  ).weight
}

/**
 * Raises weights until no text is below the least share: in small steps, each for the text that is most below, by the features
 * that it has more of than texts that are not below, as these are then raised least.
 */
function raise(rows, usualRows, table, encoding) {
  const raised = Float64Array.from(table)
  const share = (row) => predict(raised, row) / row.most[encoding]
  const perToken = (row, i) => row.x[i] / row.most[encoding]
  const fine = [...rows.filter((row) => share(row) >= least), ...usualRows]
  const usual = table.map((_, i) => fine.reduce((sum, row) => sum + perToken(row, i), 0) / fine.length + 1e-3)
  for (let step = 0; step < 4000; step++) {
    const lowest = rows.reduce((low, row) => (share(row) < share(low) ? row : low))
    if (share(lowest) >= least) break
    const rise = lowest.used.map((i) => perToken(lowest, i) ** 2 / usual[i])
    const gain = lowest.used.reduce((sum, i, at) => sum + rise[at] * perToken(lowest, i), 0)
    lowest.used.forEach((i, at) => {
      raised[i] += (1000 * atOnce * rise[at]) / gain
    })
  }
  return raised.map((weight, i) => Math.ceil(weight - 1e-6) || table[i])
}

/** Returns the text of the file. `library` is this package. */
export function machineFile(library) {
  const featureNames = Object.keys(library.features(''))
  // The rest of an estimate is what varies outside of ASCII.
  const rows = rowsOf(
    machineTexts(seeds).filter(({ text }) => /^\p{ASCII}*$/u.test(text)),
    library,
  )
  const usual = rowsOf(sentences(rows.length), library)
  const columns = encodings.flatMap((_, encoding) => {
    const column = (mode) => featureNames.map((name) => base[name][3 * encoding + mode])
    const pairs = featureNames.indexOf('rarePairs')
    const weight = best(rows, column(expected), pairs, encoding)
    const middle = raise(rows, usual, column(careful).with(pairs, weight), encoding)
    return [
      column(expected).with(pairs, weight),
      middle,
      column(upper).map((one, i) => (middle[i] > column(careful)[i] ? Math.max(one, middle[i]) : one)),
    ]
  })
  const lines = featureNames.map((name, i) => `  ${name}: [${columns.map((column) => column[i]).join(', ')}],\n`)
  return `${readFileSync(target, 'utf8').split(' = {')[0]} = {\n${lines.join('')}}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const made = machineFile(await import('@lamella/tokenizer-heuristic'))
  if (process.argv[2] !== '--check') writeFileSync(target, made)
  else if (readFileSync(target, 'utf8') !== made) {
    console.error('src/weights.ts is not what scripts/fit-machine.mjs makes: run it without --check.')
    process.exitCode = 1
  }
}
