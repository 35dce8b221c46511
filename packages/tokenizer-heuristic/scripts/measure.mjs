// Measures the estimates against o200k_base and writes the table of README.md.
//
//   pnpm build && node scripts/measure.mjs
//
// Data: the texts of test/fixtures, written for this purpose and not among those that the weights were fitted on. With
// LAMELLA_DATA (a folder with outside data, see CONTRIBUTING.md) it also writes the second table, on real texts in
// pieces of 1,000 characters; without it that table stays as it is.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { heuristic, simple } from '@lamella/tokenizer-heuristic'
import { Tiktoken } from 'tiktoken/lite'

const table = createRequire(import.meta.url)('tiktoken/encoders/o200k_base')
const tiktoken = new Tiktoken(table.bpe_ranks, table.special_tokens, table.pat_str)
const count = (text) => tiktoken.encode_ordinary(text).length
const [expected, upper, thumb] = [heuristic(), heuristic({ mode: 'upper' }), simple()]

/** Mean over the pieces of what a function says of each. */
const mean = (pieces, of) => pieces.reduce((sum, piece) => sum + of(piece), 0) / pieces.length
const errorOf = (tokenizer) => (piece) => Math.abs(tokenizer.count(piece) - count(piece)) / count(piece)
const percent = (share) => `${(100 * share).toFixed(1)} %`

function row(kind, pieces) {
  const held = mean(pieces, (piece) => (upper.count(piece) >= count(piece) ? 1 : 0))
  return [
    kind,
    String(pieces.reduce((sum, piece) => sum + count(piece), 0)),
    percent(mean(pieces, errorOf(expected))),
    percent(mean(pieces, errorOf(thumb))),
    held === 1 ? 'yes' : `in ${percent(held)}`,
    mean(pieces, (piece) => upper.count(piece) / count(piece)).toFixed(2),
  ]
}

const head = ['text', 'tokens', '`heuristic()`', '`simple()`', 'upper bound held', 'upper / true']
const render = (rows) => [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** Paragraphs and groups of lines, so that a fixture gives several pieces of at least 200 characters. */
function pieces(text, least = 200) {
  const found = []
  let piece = ''
  for (const line of text.split(/(?<=\n)/)) {
    piece += line
    if (piece.length >= least) {
      found.push(piece)
      piece = ''
    }
  }
  if (piece !== '') found.push((found.pop() ?? '') + piece)
  return found
}

const fixtures = new URL('../test/fixtures/', import.meta.url)
const rows = readdirSync(fixtures)
  .sort()
  .map((file) => row(file.replace('.txt', ''), pieces(readFileSync(new URL(file, fixtures), 'utf8'))))
console.log(render(rows))

/** Replaces what stands between two marks of the README. */
function publish(mark, text) {
  const readme = new URL('../README.md', import.meta.url)
  const [before, rest] = readFileSync(readme, 'utf8').split(`<!-- ${mark} -->\n`)
  const after = rest.slice(rest.indexOf(`<!-- /${mark} -->`))
  writeFileSync(readme, `${before}<!-- ${mark} -->\n${text}\n${after}`)
}
publish('measured', render(rows))

const data = process.env['LAMELLA_DATA'] ?? ''
if (data !== '' && existsSync(data)) {
  const lines = (file) =>
    readFileSync(join(data, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  const cut = (text) => text.match(/.{1,1000}/gs) ?? []
  const messages = lines('traces/tau-bench-airline.openai.jsonl').flatMap(({ messages }) => messages.slice(1))
  const said = (roles) => messages.filter((m) => roles.includes(m.role) && m.content).map((m) => m.content)
  const skills = readdirSync(join(data, 'workspaces/assistant/skills'))
  const real = render([
    row('customer service (tau-bench)', cut(said(['user', 'assistant']).join('\n\n')).slice(0, 500)),
    row('JSON of its tools', cut(said(['tool']).join('\n')).slice(0, 500)),
    row(
      'skills (OpenClaw)',
      skills.flatMap((s) => cut(readFileSync(join(data, `workspaces/assistant/skills/${s}/SKILL.md`), 'utf8'))),
    ),
    row(
      'chat turns, whole (LoCoMo)',
      lines('retrieval/locomo/docs.jsonl')
        .slice(0, 3000)
        .map(({ text }) => text)
        .filter(Boolean),
    ),
    row(
      'Chinese passages (CMRC 2018)',
      cut(
        lines('retrieval/cmrc-zh/docs.jsonl')
          .map(({ text }) => text)
          .join('\n'),
      ).slice(0, 500),
    ),
  ])
  console.log(real)
  publish('real', real)
}
