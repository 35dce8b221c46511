// Reads three public sets of tools and questions, which are not part of this repository, into the folder from which the tests of
// the search for tools read them. Give it clones of the repositories:
//
//   node scripts/tool-sets.mjs ../gorilla ../ironclaw ../MetaTool "$LAMELLA_DATA/tools"
//
// gorilla: github.com/ShishirPatil/gorilla, the Berkeley function calling leaderboard (Apache-2.0). ironclaw:
// github.com/nearai/ironclaw, the set of its pull request 7273 (MIT or Apache-2.0). MetaTool: github.com/HowieHwong/MetaTool (MIT).
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [gorilla, ironclaw, metatool, into] = process.argv.slice(2)
if (into === undefined) throw new Error('Pass three clones and a folder: gorilla, ironclaw, MetaTool, the folder.')
mkdirSync(into, { recursive: true })

const show = (clone, path) =>
  execFileSync('git', ['-C', clone, 'show', `HEAD:${path}`], { encoding: 'utf8', maxBuffer: 2 ** 28 })
const lines = (text) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

// The leaderboard writes types as Python does.
const types = { dict: 'object', float: 'number', tuple: 'array' }
const asJsonSchema = (schema) =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === 'type' && Object.hasOwn(types, value) ? types[value] : value,
  )

const data = 'berkeley-function-call-leaderboard/bfcl_eval/data'
const functions = new Map()
const questions = []
for (const set of ['simple_python', 'multiple', 'live_simple', 'live_multiple', 'parallel_multiple']) {
  const answers = new Map(
    lines(show(gorilla, `${data}/possible_answer/BFCL_v4_${set}.json`)).map(({ id, ground_truth }) => [
      id,
      [...new Set(ground_truth.flatMap((call) => Object.keys(call)))],
    ]),
  )
  for (const { id, question, function: offered } of lines(show(gorilla, `${data}/BFCL_v4_${set}.json`))) {
    for (const { name, description, parameters } of offered) {
      if (!functions.has(name)) functions.set(name, { name, description, parameters: asJsonSchema(parameters) })
    }
    const query = question[0].flatMap(({ role, content }) => (role === 'user' ? [content] : [])).join('\n')
    const relevance = Object.fromEntries(answers.get(id).map((name) => [name, 3]))
    questions.push({ set, query, relevance, offered: offered.map(({ name }) => name) })
  }
}
writeFileSync(join(into, 'bfcl-functions.jsonl'), [...functions.values()].map((one) => JSON.stringify(one)).join('\n'))
writeFileSync(join(into, 'bfcl-questions.jsonl'), questions.map((one) => JSON.stringify(one)).join('\n'))

const relevance = 'crates/loop/ironclaw_loop_host/tests/fixtures/tool_search_relevance.json'
writeFileSync(join(into, 'ironclaw.json'), show(ironclaw, relevance))

const plugins = Object.entries(JSON.parse(show(metatool, 'dataset/plugin_des.json')))
const rows = show(metatool, 'dataset/data/all_clean_data.csv').trim().split(/\r?\n/).slice(1)
const asked = rows.flatMap((row) => {
  const at = row.lastIndexOf(',')
  const name = row.slice(at + 1)
  return plugins.some(([known]) => known === name)
    ? [{ query: row.slice(0, at).replace(/^"|"$/g, ''), relevance: { [name]: 3 } }]
    : []
})
writeFileSync(
  join(into, 'metatool.json'),
  JSON.stringify({ tools: plugins.map(([name, description]) => ({ name, description })), questions: asked }),
)
console.log(
  `${functions.size} functions and ${questions.length} questions of BFCL; ${plugins.length} tools and ${asked.length} questions of MetaTool`,
)
