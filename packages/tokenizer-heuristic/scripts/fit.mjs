// Fits the table of src/weights.ts against o200k_base and writes it.
//
//   pnpm build && node scripts/fit.mjs TEXTS.jsonl
//
// TEXTS.jsonl has one piece of text a line, {"kind": "english", "text": "..."}, of 100 to 1,000 characters. Each kind
// weighs the same, but for those of `importance`, which most contexts are made of. The texts are not part of the repository. The committed table was fitted on about 16,000 pieces:
// customer-service dialogues and their JSON (tau-bench), instruction files and skills (OpenClaw), the documentation of
// Node.js, source code of this repository, TypeScript, Python and C, Chinese passages (CMRC 2018), translated messages of
// GNU programs and of the TypeScript compiler in 30 languages, web pages in 12 (test data of chardet), and generated base64, hex, numbers and emoji.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { featureNames, features } from '@lamella/tokenizer-heuristic'
import { Tiktoken } from 'tiktoken/lite'

const table = createRequire(import.meta.url)('tiktoken/encoders/o200k_base')
const tiktoken = new Tiktoken(table.bpe_ranks, table.special_tokens, table.pat_str)
const pieces = readFileSync(process.argv[2], 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const importance = {
  english: 8,
  markdown: 6,
  code: 8,
  json: 6,
  chinese: 3,
  'chinese-web': 3,
  russian: 2,
  'russian-web': 4,
  japanese: 2,
  'japanese-web': 2,
}
const share = new Map()
for (const { kind } of pieces) share.set(kind, (share.get(kind) ?? 0) + 1)
const rows = pieces.map(({ kind, text }) => {
  const counts = features(text)
  return {
    x: featureNames.map((name) => counts[name]),
    y: tiktoken.encode_ordinary(text).length,
    weight: (importance[kind] ?? 1) / share.get(kind),
  }
})

/** May be negative: a long word's later letters can be cheaper than its first ones, a common character than another. */
const signed = (name) => name === 'hanCommon' || (name.endsWith('Rest') && name !== 'wordRest' && name !== 'partRest')

/** Least squares of the relative error by coordinate descent, each coefficient held to its bounds. */
function solve(weightOf, least, ridge, prior) {
  const size = featureNames.length
  const a = Array.from({ length: size }, () => new Float64Array(size))
  const b = new Float64Array(size)
  for (const row of rows) {
    const weight = weightOf(row) / (row.y * row.y)
    const used = row.x.flatMap((value, i) => (value === 0 ? [] : [i]))
    for (const i of used) {
      b[i] += weight * row.x[i] * row.y
      for (const j of used) a[i][j] += weight * row.x[i] * row.x[j]
    }
  }
  for (let i = 0; i < size; i++) {
    a[i][i] += ridge
    b[i] += ridge * prior[i]
  }
  const w = Float64Array.from(prior)
  for (let round = 0; round < 3000; round++) {
    let moved = 0
    for (let i = 0; i < size; i++) {
      let gradient = b[i]
      for (let j = 0; j < size; j++) gradient -= a[i][j] * w[j]
      const next = Math.max(least[i], w[i] + gradient / a[i][i])
      moved = Math.max(moved, Math.abs(next - w[i]))
      w[i] = next
    }
    if (moved < 1e-7) break
  }
  return w
}

const predict = (w, x) => x.reduce((sum, value, i) => sum + value * w[i], 0)
const bounds = featureNames.map((name) => (signed(name) ? -1 : 0))
const prior = featureNames.map((name) =>
  /Rest$|Chars$|base64|hex/.test(name) ? 0.3 : /hanCommon|^cyrillic/.test(name) ? 0 : 1,
)

// Absolute rather than squared error: each round weighs a row by the inverse of the error it had (IRLS).
let expected = solve((row) => row.weight, bounds, 1e-4, prior)
for (let round = 0; round < 25; round++) {
  const current = expected
  const weightOf = (row) => row.weight / Math.max(0.01, Math.abs(predict(current, row.x) - row.y) / row.y)
  expected = solve(weightOf, bounds, 1e-4, prior)
}

// The upper bound: a row that is counted too low weighs thousands of times one that is counted too high.
const floor = expected.map((value, i) => (signed(featureNames[i]) ? value : value * 1.05))
let upper = solve((row) => row.weight, floor, 1e-4, floor)
for (let round = 0; round < 60; round++) {
  const current = upper
  const weightOf = (row) => row.weight * (predict(current, row.x) < row.y * 1.01 ? 3000 : 1)
  const next = solve(weightOf, floor, 1e-4, floor)
  upper = upper.map((value, i) => (value + next[i]) / 2)
}

const kinds = [...share.keys()]
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
for (const kind of kinds) {
  const own = rows.filter((_, i) => pieces[i].kind === kind)
  const error = mean(own.map((row) => Math.abs(predict(expected, row.x) - row.y) / row.y))
  const above = mean(own.map((row) => (Math.ceil(predict(upper, row.x)) + 2 >= row.y ? 1 : 0)))
  const over = mean(own.map((row) => predict(upper, row.x) / row.y))
  console.log(
    kind.padEnd(14),
    `error ${(100 * error).toFixed(1)} %`,
    `held ${(100 * above).toFixed(2)} %`,
    `upper/true ${over.toFixed(2)}`,
  )
}

const render = (name, w) =>
  `export const ${name}: Weights = {\n${featureNames.map((f, i) => `  ${f}: ${Number(w[i].toFixed(3))},`).join('\n')}\n}`
const file = new URL('../src/weights.ts', import.meta.url)
const head = readFileSync(file, 'utf8').split('/** Expected')[0]
writeFileSync(
  file,
  `${head}/** Expected tokens. */\n${render('expected', expected)}\n\n/** Tokens that are rarely passed. */\n${render('upper', upper)}\n`,
)
