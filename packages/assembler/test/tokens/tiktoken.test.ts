import { readFileSync } from 'node:fs'
import { createContextAssembler } from '@lamella/assembler'
import type { Message, Tokenizer } from '@lamella/core'
import { getModel, loadTokenizer } from '@lamella/models'
import { toOpenAIChat } from '@lamella/wire/openai-chat'
import { describe, expect, it } from 'vitest'
import { assistant, executor, now, tool, user } from '../assembler/support.ts'
import { billing, type Encoding } from './billed.ts'

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../tokenizer-heuristic/test/fixtures/${name}.txt`, import.meta.url), 'utf8')
const random = Buffer.from(Array.from({ length: 1_500 }, (_, n) => (Math.imul(n + 7, 2_654_435_761) >>> 11) & 0xff))
const natural = ['emoji', 'code', 'chinese', 'japanese', 'json', 'english', 'korean', 'russian', 'markdown'] as const

/** The kinds that are most easily underestimated, and plain ones. */
const kinds: Readonly<Record<string, string>> = {
  hex: random.toString('hex'),
  base64: random.toString('base64'),
  ...Object.fromEntries(natural.map((name) => [name, fixture(name)])),
  mixed: [...natural.map((name) => fixture(name).slice(0, 300)), random.toString('hex', 0, 100)].join('\n\n'),
}
const models: readonly (readonly [model: string, encoding: Encoding])[] = [
  ['gpt-4o', 'o200k_base'],
  ['gpt-4', 'cl100k_base'],
]
const counts = Object.fromEntries(models.map(([, encoding]) => [encoding, billing(encoding)]))
const cases = models.flatMap(([model, encoding]) => Object.keys(kinds).map((kind) => ({ model, encoding, kind })))

/** Simulates a missing package for exact counts. */
const notInstalled = (encoding: string | undefined): Promise<Tokenizer> => {
  const cause = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
  return loadTokenizer(encoding, () => Promise.reject(cause))
}

/** A turn with a call, in which every message and the tool result contain the text. */
function session(text: string): readonly Message[] {
  const call = { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: { query: text.slice(0, 80) } } as const
  const output = { type: 'text', value: text } as const
  return [
    user(text),
    { role: 'assistant', content: [call] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'look', output }] },
    assistant(text),
    user(`Again: ${text.slice(0, 500)}`),
  ]
}

/** Returns the reported tokens as a share of what `tiktoken` counts in the request body. */
async function share(kind: string, model: string, encoding: Encoding, tokenizer?: Tokenizer) {
  const toolOfKind = { ...tool('find'), description: `Finds what is like ${(kinds[kind] ?? '').slice(0, 200)}.` }
  const assembler = createContextAssembler(
    {
      sessionStore: { getMessages: () => [...session(kinds[kind] ?? '')] },
      toolExecutor: executor(tool('look'), toolOfKind),
      now,
    },
    { model, ...(tokenizer ? { tokenizer } : {}) },
  )
  const context = await assembler.assemble('s')
  const { report } = context
  const billed = (counts[encoding] as ReturnType<typeof billing>)(toOpenAIChat(context))
  return { share: report.tokens.total / billed, exact: report.tokens.exact }
}

describe("reported tokens, compared with tiktoken's count of the request", () => {
  it.each(cases)('$kind, $model: never below 1.00 with exact counts', async ({ kind, model, encoding }) => {
    const { share: counted, exact } = await share(kind, model, encoding)
    expect(exact).toBe(true)
    expect(counted).toBeGreaterThanOrEqual(1)
    // Nor so high that much of the window stays unused.
    expect(counted).toBeLessThan(1.1)
  })

  it.each(cases)(
    '$kind, $model: never below 0.95 when no exact counter is installed',
    async ({ kind, model, encoding }) => {
      const tokenizer = await notInstalled(getModel(model).encoding)
      const { share: counted, exact } = await share(kind, model, encoding, tokenizer)
      expect(exact).toBe(false)
      expect(counted).toBeGreaterThanOrEqual(0.95)
    },
  )
})
