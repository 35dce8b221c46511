import type { Fragment, ToolDefinition } from '@lamella/core'
import { jsonSchemaOf } from '@lamella/core/plugin'
import { show } from '../kit/show.ts'
import { eachFragment } from './each-fragment.ts'
import { loadAll } from './load.ts'
import type { LayerBench, LayerRule } from './options.ts'
import { contentProblem, isFields, messagesProblem } from './problems.ts'
import { rungRules } from './rung-rules.ts'

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string' && value !== ''
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value)

/** The lists that accompany the fragments of an output: for each, the fields of an item. */
const lists: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  tools: { name: isText, inputSchema: isSchema },
  omitted: { count: Number.isSafeInteger, reason: isText },
  notices: { code: isText, what: isText },
}

const fragmentFields: Readonly<Record<string, readonly [check: Check, expected: string]>> = {
  pinned: [(value) => typeof value === 'boolean', 'true or false'],
  rank: [Number.isFinite, 'a finite number'],
  group: [(value) => typeof value === 'string', 'text'],
  page: [Number.isSafeInteger, 'a whole number'],
  position: [(value) => Number.isSafeInteger(value) && Number(value) >= 0, 'a whole number, 0 or more'],
  update: [(value) => ['add', 'replace', 'hold'].includes(String(value)), "'add', 'replace' or 'hold'"],
  origin: [isOrigin, "by 'owner', 'agent', 'tool' or 'untrusted', and from as text"],
}

/** Rules for the result of `load`: its shape, its fragments, their contents. */
export const outputRules: readonly LayerRule[] = [
  {
    code: 'LAYER_OUTPUT',
    name: 'loads nothing, a text, fragments, or fragments with tools, omissions and notices',
    contract: ['LayerOutput', 'nothing, one text, fragments, or fragments with further fields.'],
    check: async (layer, bench) => {
      for (const { output } of await loadAll(layer, bench)) {
        if (output === undefined || typeof output === 'string') continue
        const result: unknown = Array.isArray(output) ? { fragments: output } : output
        if (!isFields(result)) return bench.fail('a layer output', show(output))
        const { fragments } = result
        if (!Array.isArray(fragments) || !fragments.every(isFields)) bench.fail('a list of fragments', show(fragments))
        for (const [key, fields] of Object.entries(lists)) checkList(bench, key, result[key], fields)
      }
    },
  },
  {
    code: 'LAYER_IDS',
    name: 'gives every fragment a unique id',
    contract: [
      'Fragment.id',
      'Unique in its layer and stable between builds: the same thing has the same id next time.',
    ],
    check: async (layer, bench) => {
      for (const { fragments } of await loadAll(layer, bench)) {
        const ids = fragments.map(({ id }) => id)
        const wrong = ids.find((id) => !isText(id))
        if (wrong !== undefined || ids.includes(undefined as unknown as string)) bench.fail('text as id', show(wrong))
        const twice = ids.find((id, i) => ids.indexOf(id) < i)
        if (twice !== undefined) bench.fail('one fragment per id', `${show(twice)} twice among ${show(ids)}`)
      }
    },
  },
  {
    code: 'LAYER_CONTENT',
    name: 'loads text for the system prompt, and text or messages for the conversation',
    contract: [
      'Fragment.content',
      'Text for a `system` layer and for one with `compose`; messages (or text, which becomes one user message) for another',
    ],
    check: eachFragment(({ id, content }, bench, layer) => {
      const problem = contentProblem(content, layer)
      if (problem) bench.fail('content that fits the placement', `${problem} in fragment ${show(id)}`)
    }),
  },
  {
    code: 'LAYER_MESSAGES',
    name: 'loads messages with known roles and parts that the role allows',
    contract: ['Message', "The canonical message. It is structurally the AI SDK's `ModelMessage`"],
    check: eachFragment(({ id, content }, bench) => {
      const problem = messagesProblem(content)
      if (problem) bench.fail('messages as the AI SDK has them', `${problem} in fragment ${show(id)}`)
    }),
  },
  {
    code: 'LAYER_FRAGMENT',
    name: 'sets pinned, rank, group, page, position, update and origin to valid values, if at all',
    contract: ['Fragment.rank', 'Higher survives longer in its layer. Any finite number; default 0.'],
    check: eachFragment((fragment, bench) => {
      for (const [key, [check, expected]] of Object.entries(fragmentFields)) {
        const value = fragment[key as keyof Fragment]
        if (!optional(check)(value)) bench.fail(`${key} to be ${expected}`, `${show(value)} in ${show(fragment.id)}`)
      }
    }),
  },
  ...rungRules,
]

function checkList(bench: LayerBench, key: string, list: unknown, fields: Readonly<Record<string, Check>>): void {
  if (list === undefined) return
  if (!Array.isArray(list)) bench.fail(`${key} to be a list`, show(list))
  for (const item of list as readonly unknown[]) {
    const wrong = Object.entries(fields).find(([field, check]) => !isFields(item) || !check(item[field]))
    if (wrong) bench.fail(`${key} that each have a valid ${wrong[0]}`, show(item))
  }
}

/** A JSON Schema, or an object that can produce one. */
function isSchema(value: unknown): boolean {
  try {
    return isFields(jsonSchemaOf(value as ToolDefinition['inputSchema']))
  } catch {
    return false
  }
}

function isOrigin(value: unknown): boolean {
  if (!isFields(value)) return false
  const from = value['from']
  return (
    ['owner', 'agent', 'tool', 'untrusted'].includes(String(value['by'])) &&
    optional((v) => typeof v === 'string')(from)
  )
}
