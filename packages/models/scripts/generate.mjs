// Writes src/table.ts and the table in docs/model-data.md from the llm-zoo package and the facts next to this file. `--check` writes
// nothing and exits with 1 if either file is out of date.
import { readFileSync, writeFileSync } from 'node:fs'
import { MODEL_CONFIGS } from 'llm-zoo'
import { additions } from './additions.mjs'
import { facts, names } from './facts.mjs'

/**
 * The date of the table: models with an earlier end date are retired. Update it after each review of the vendors'
 * pages.
 */
const date = '2026-11-22'
const manifest = new URL('../package.json', import.meta.resolve('llm-zoo'))
const { version } = JSON.parse(readFileSync(manifest, 'utf8'))

/** The package's providers, by the names that models.dev and the AI SDK use. */
const providers = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  xai: 'xai',
  deepseek: 'deepseek',
  moonshot: 'moonshotai',
  glm: 'zai',
  minimax: 'minimax',
  meta: 'meta',
  dashscope: 'alibaba',
}
const checked = ['anthropic', 'openai', 'google']

/** Features by letter. Every chat endpoint streams, although the package does not say so. */
const letters = {
  t: (can) => can.supportsFunctionCalling,
  v: (can) => can.supportsVision,
  f: (can) => can.supportsNativePdf,
  a: (can) => can.supportsNativeAudio,
  r: (can) => can.supportsReasoning,
  o: () => false,
  s: () => true,
  c: (can) => can.supportsPromptCaching || can.supportsAutoPromptCaching,
}
const order = Object.keys(letters)
const words = {
  t: 'tools',
  v: 'vision',
  f: 'files',
  a: 'audio',
  r: 'thinking',
  o: 'structured-output',
  s: 'streaming',
  c: 'caching',
}

/** Names that move between models, and a name that no vendor uses. */
const left = new Set(['gemini-flash-latest', 'gemini-2.5-flash-lite-preview-09-2025', 'qwen-turbo-latest'])

/** Checks whether to include a model: all those of the checked vendors, and current ones of the others. */
function isWanted(config) {
  const provider = providers[config.provider]
  if (provider === undefined || left.has(config.fullName)) return false
  return checked.includes(provider) || !(config.deprecated || config.retired)
}

function fromPackage() {
  const models = new Map()
  for (const config of Object.values(MODEL_CONFIGS).filter(isWanted)) {
    const isDated = config.fullName.startsWith(config.shortName) && /\d{4}-?\d\d-?\d\d$/.test(config.fullName)
    const id = isDated ? config.shortName : config.fullName
    const can = config.capabilities
    const model = models.get(id) ?? {
      id,
      provider: providers[config.provider],
      window: config.contextWindow,
      output: config.maxOutputTokens,
      features: '',
      names: [],
      isDeprecated: true,
      isRetired: true,
    }
    if (model.window !== config.contextWindow || model.output !== config.maxOutputTokens) throw new Error(id)
    for (const letter of order) {
      if (letters[letter](can) && !model.features.includes(letter)) model.features += letter
    }
    for (const name of [config.fullName, config.shortName]) {
      if (name !== id && !model.names.includes(name)) model.names.push(name)
    }
    if (can.supportsReasoning) {
      const kind = can.supportsAdaptiveThinking ? 'adaptive' : can.supportsReasoningEffort ? 'effort' : undefined
      model.thinking ??= kind
    }
    model.isDeprecated &&= config.deprecated === true
    model.isRetired &&= config.retired === true
    models.set(id, model)
  }
  for (const model of models.values()) {
    model.status = model.isRetired ? 'retired' : model.isDeprecated ? 'deprecated' : undefined
  }
  return models
}

const conflicts = []

function applyFacts(models) {
  for (const fact of facts) {
    const concerned = [...models.values()].filter(({ id }) =>
      fact.of instanceof RegExp ? fact.of.test(id) : fact.of.includes(id),
    )
    if (concerned.length === 0) throw new Error(`no model matches the fact: ${fact.of}`)
    for (const model of concerned) applyFact(model, fact)
  }
  for (const model of models.values()) {
    if (model.retires !== undefined) model.status = model.retires <= date ? 'retired' : 'deprecated'
    if (!model.features.includes('r')) model.thinking = undefined
    model.features = order.filter((letter) => model.features.includes(letter)).join('')
  }
}

function applyFact(model, { set = {}, with: added = '', without: removed = '' }) {
  const note = (what, had, has) => conflicts.push([model.id, what, had, has])
  const isPackages = model.source === undefined
  for (const [key, value] of Object.entries(set)) {
    if (isPackages && (key === 'window' || key === 'output') && model[key] !== value) note(key, model[key], value)
    model[key] = value
  }
  for (const letter of removed) {
    // Streaming does not come from the package.
    if (isPackages && letter !== 's' && model.features.includes(letter)) note(words[letter], 'yes', 'no')
    model.features = model.features.split(letter).join('')
  }
  for (const letter of added) if (!model.features.includes(letter)) model.features += letter
}

function familyOf({ id, provider }) {
  const claude = /^claude-(?:[\d-]+)?([a-z]+)/.exec(id)
  if (provider === 'anthropic') return `claude-${claude[1]}`
  if (id.startsWith('gemini')) return `gemini-${/(pro|flash-lite|flash|argon)/.exec(id)[1]}`
  if (id.startsWith('chatgpt')) return 'gpt-4o'
  if (/^(gpt-|o\d)/.test(id)) return /^(gpt-4o|gpt-oss|gpt-\d(?:\.\d)?|o\d)/.exec(id)[1]
  return /^[a-z]+/i.exec(id)[0].toLowerCase()
}

/** Formats a model as one line: see parse-table.ts. */
function line(model) {
  const { id, provider, window, output, features, names: others = [] } = model
  const more = names[id]?.split(' ') ?? []
  const fields = {
    input: model.input,
    cache: model.cache,
    thinking: model.thinking,
    encoding: model.encoding,
    formats: model.formats?.join(),
    status: model.status,
    retires: model.retires,
    names: [...others, ...more].join() || undefined,
  }
  const extra = Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [`${key}=${value}`]))
  return [id, provider, familyOf(model), window, output, features, ...extra].join(' ')
}

const number = (value) => (typeof value === 'number' ? value.toLocaleString('en-US') : value)

/** A row for each difference, with the models that have it; `facts.mjs` has the pages. */
function pageConflicts() {
  const rows = new Map()
  for (const [id, what, had, has] of conflicts) {
    const cells = `${what} | ${number(had)} | ${number(has)}`
    rows.set(cells, [...(rows.get(cells) ?? []), `\`${id}\``])
  }
  return [
    '| models | field | `llm-zoo` | here |',
    '|---|---|---|---|',
    ...Array.from(rows, ([cells, ids]) => `| ${ids.join(', ')} | ${cells} |`),
  ]
}

const models = fromPackage()
for (const { id, ...rest } of additions) {
  if (models.has(id)) throw new Error(`llm-zoo now has ${id}: remove the addition, or turn it into a fact`)
  models.set(id, { id, ...rest })
}
applyFacts(models)
const rank = ({ provider }) => Object.values(providers).indexOf(provider)
const sorted = [...models.values()].sort((a, b) => {
  return rank(a) - rank(b) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
})

const table = `// Generated by scripts/generate.mjs from llm-zoo and the facts next to that script. Do not edit.

/** The package that most of the table comes from. */
export const tableSource: string = 'llm-zoo@${version}'

/** The date on which the table was last compared with the vendors' pages. */
export const tableDate: string = '${date}'

/** One model per line: id, provider, family, window, output, features, and whatever else is known. */
export const table: string = \`
${sorted.map(line).join('\n')}
\`
`

function between(text, name, lines) {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [text.indexOf(start), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`model-data.md has no ${start}`)
  return `${text.slice(0, from + start.length)}\n${lines.join('\n')}\n${text.slice(to)}`
}

const path = (name) => new URL(`../${name}`, import.meta.url)
const page = '../../docs/model-data.md'
const written = {
  'src/table.ts': table,
  [page]: between(readFileSync(path(page), 'utf8'), 'conflicts', pageConflicts()),
}
const isCheck = process.argv.includes('--check')
for (const [file, text] of Object.entries(written)) {
  if (!isCheck) writeFileSync(path(file), text)
  else if (readFileSync(path(file), 'utf8') !== text) {
    console.error(`${file} differs from what scripts/generate.mjs writes`)
    process.exitCode = 1
  }
}
console.log(`${sorted.length} models, ${Buffer.byteLength(table)} bytes`)
