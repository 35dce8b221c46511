import type { Part, ToolResultPart } from '@lamella/core'
import * as fc from 'fast-check'
import type { ContractLine } from '../kit/conformance-error.ts'
import { deepFreeze } from '../kit/deep-freeze.ts'
import { type Bench, type ConformanceCase, casesOf, type Make, type Rule, type SuiteOptions } from '../kit/rule.ts'
import { same } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { brokenSamples, wholeSamples } from './contexts.ts'
import type { FormatContext, FormatSubject } from './subject.ts'

const encodes: ContractLine = [
  'Format.encode',
  'Writes a context as a request, and says what the request does not carry.',
]
const reads: ContractLine = ['Format.decode', 'A whole recorded request.']
const checks: ContractLine = ['Format.validate', 'The rules that a request breaks.']

type Check = (format: FormatSubject, bench: Bench<FormatSubject>) => void

function rule(code: string, name: string, contract: ContractLine, check: Check): Rule<FormatSubject, SuiteOptions> {
  return { code: `FORMAT_${code}`, name, contract, check }
}

/** The cases of `formatSuite`. */
const rules: readonly Rule<FormatSubject, SuiteOptions>[] = [
  rule(
    'FIELDS',
    'has a name, a title, a framing, and rules with unique codes and with sources',
    checks,
    (format, { fail }) => {
      const { spec, name, title, framing, rules } = format
      if (spec !== 1 || name === '' || title === '' || framing.name === '')
        fail('spec 1, a name, a title and a framing', show({ spec, name, title }))
      const codes = rules.map(({ code }) => code)
      if (rules.length === 0 || new Set(codes).size < codes.length) fail('rules with unique codes', show(codes))
      for (const { code, what, source } of rules)
        if (what === '' || source === '') fail('a sentence and a source', code)
    },
  ),
  rule(
    'VALID',
    'writes requests that break no rule of level error, whatever the history',
    encodes,
    (format, { fail, forAll }) => {
      forAll(brokenSamples, ({ context }) => {
        const broken = format.validate(format.encode(context).request).filter(({ level }) => level === 'error')
        if (broken.length > 0) fail('no violation', show(broken))
      })
    },
  ),
  rule('TOLD', 'loses no text without a row that names its place', encodes, (format, { fail, forAll }) => {
    forAll(brokenSamples, ({ context, said }) => {
      const { request, losses, repairs } = format.encode(context)
      const rows = [...losses, ...repairs]
      const text = JSON.stringify(request)
      for (const [path, one] of said) {
        const isTold = rows.some((row) => row.path === path || row.path.startsWith(`${path}.`))
        if (!text.includes(one.replace('\uD800', '\uFFFD')) && !isTold) fail(`${show(one)} of ${path}, or a row`, text)
      }
    })
  }),
  rule('ROWS', 'reports only places that exist in the context', encodes, (format, { fail, forAll }) => {
    forAll(brokenSamples, ({ context }) => {
      const { losses, repairs } = format.encode(context)
      for (const { path } of [...losses, ...repairs]) if (!isPlace(context, path)) fail('a place in the context', path)
    })
  }),
  rule('PAIRS', 'sends each result with the call that it answers', encodes, (format, { fail, forAll }) => {
    forAll(wholeSamples, ({ context, pairs }) => {
      const found = pairsIn(format.decode.request(format.encode(context).request))
      if (!same(found, pairs)) fail(show(pairs), show(found))
    })
  }),
  rule('ROUND_TRIP', 'reads its own requests, and writes them again unchanged', reads, (format, { fail, forAll }) => {
    forAll(wholeSamples, ({ context }) => {
      const { request } = format.encode(context)
      const read = format.decode.request(JSON.parse(JSON.stringify(request)))
      // The model may appear only in the URL.
      const parameters = { ...read.parameters, ...context.parameters }
      const again = format.encode({ ...read, parameters }).request
      if (!same(again, request)) fail(show(request), show(again))
    })
  }),
  rule(
    'PURE',
    'does not mutate its input, and writes the same bytes each time',
    encodes,
    (format, { fail, forAll }) => {
      forAll(brokenSamples, ({ context }) => {
        const first = JSON.stringify(format.encode(deepFreeze(context)).request)
        const second = JSON.stringify(format.encode(context).request)
        if (first !== second) fail(first, second)
      })
    },
  ),
  rule('JSON', 'writes requests that survive JSON unchanged', encodes, (format, { fail, forAll }) => {
    forAll(brokenSamples, ({ context }) => {
      const { request } = format.encode(context)
      if (!same(JSON.parse(JSON.stringify(request)), request)) fail('plain JSON', show(request))
    })
  }),
  rule(
    'CHECKS',
    'checks any value without throwing, and refuses values that are not objects',
    checks,
    (format, { fail, forAll }) => {
      for (const value of [undefined, null, 1, 'x', []]) {
        if (!format.validate(value).some(({ level }) => level === 'error'))
          fail('a violation of level error', show(value))
      }
      forAll(
        fc.object({ key: fc.constantFrom('messages', 'role', 'content', 'tools', 'x') }),
        (value) => void format.validate(value),
      )
    },
  ),
]

/**
 * Conformance cases for a wire format made with `defineFormat` of `@lamella/wire/kit`: valid requests from any history,
 * no loss without a row, complete call and result pairs, a round trip, the same bytes each time.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of formatSuite(() => openaiChat)) it(c.name, c.run)
 */
export function formatSuite(make: Make<FormatSubject>, options: SuiteOptions = {}): readonly ConformanceCase[] {
  return casesOf(rules, make, options)
}

function isPlace({ system = [], messages, tools = [] }: FormatContext, path: string): boolean {
  if (path === 'parameters') return true
  const [, list, index, part] = /^(system|messages|tools)\[(\d+)\](?:\.content\[(\d+)\])?$/.exec(path) ?? []
  const found =
    list === 'system' ? system[Number(index)] : list === 'tools' ? tools[Number(index)] : messages[Number(index)]
  if (list === undefined || found === undefined) return false
  return part === undefined || ('content' in found && Number(part) < found.content.length)
}

/** Inputs and outputs of calls, paired by their ids within a turn. */
function pairsIn({ messages }: FormatContext): [string, string][] {
  const pairs: [string, string][] = []
  let open = new Map<string, [string, string]>()
  for (const { role, content } of messages) {
    if (role === 'assistant') open = new Map()
    for (const part of typeof content === 'string' ? [] : (content as readonly Part[])) {
      if (part.type === 'tool-call') {
        const pair: [string, string] = [String((part.input as { readonly at?: unknown } | null)?.at), '']
        open.set(part.toolCallId, pair)
        pairs.push(pair)
      } else if (part.type === 'tool-result') {
        const pair = open.get(part.toolCallId)
        if (pair) pair[1] = textOf(part)
      }
    }
  }
  return pairs
}

function textOf({ output }: ToolResultPart): string {
  if (output.type === 'text') return output.value
  return output.type === 'content'
    ? output.value.map((one) => ('text' in one ? one.text : '')).join('')
    : JSON.stringify(output)
}
