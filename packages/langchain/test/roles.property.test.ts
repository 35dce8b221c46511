import type { Message } from '@lamella/core'
import { fromMessages, toMessages } from '@lamella/langchain'
import { ChatMessage } from '@langchain/core/messages'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const runs = Number(process.env['LAMELLA_RUNS'] ?? 250)

const role = fc.constantFrom('system', 'developer', 'Developer', 'user', 'assistant', 'tool', 'critic')
const text = fc.constantFrom('Obey.', '', 'Seen.', 'a'.repeat(40))
const raw = fc.record({ type: fc.constantFrom('message', 'non_standard'), role, content: text }, { requiredKeys: [] })
const form = fc.record(
  {
    type: fc.constantFrom('system', 'developer', 'human', 'ai', 'tool', 'generic', 'function', 'remove'),
    role,
    content: fc.oneof(
      text,
      raw.map((value) => [value]),
      fc.constant({ 'lamella:text': 0 }),
    ),
    tool_call_id: fc.constant('a'),
    name: fc.constant('look'),
    additional_kwargs: raw,
    response_metadata: raw.map((value) => ({ output: [value] })),
  },
  { requiredKeys: [] },
)
const options = fc
  .tuple(fc.constantFrom('langchain', 'lamella:langchain', 'agents'), fc.oneof(form, fc.constant(null), text))
  .map(([key, value]) => ({ providerOptions: { [key]: { form: value } } }))
const call = raw.map((input) => {
  return { type: 'tool-call', toolCallId: 'a', toolName: 'look', input, providerExecuted: true }
})
const result = text.map((value) => {
  return { type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'text', value } }
})
const message = fc
  .oneof(
    fc.record({ role: fc.constant('user'), content: text }),
    fc.record({ role: fc.constant('assistant'), content: fc.oneof(text, fc.array(call, { maxLength: 2 })) }),
    fc.record({ role: fc.constant('tool'), content: fc.tuple(result) }),
  )
  .chain((made) => options.map((own) => ({ ...made, ...own }) as Message))

const types: Readonly<Record<string, string>> = { user: 'human', assistant: 'ai', tool: 'tool' }

describe('a message with any provider options', () => {
  it('keeps its role as a message of LangChain', () => {
    fc.assert(
      fc.property(message, (given) => {
        const [back] = fromMessages([given])
        const { content, additional_kwargs: more, response_metadata: metadata } = back ?? {}
        if (back instanceof ChatMessage) expect(back.role.trim()).not.toMatch(/^(system|developer|tool|function)$/i)
        else expect(back?.type).toBe(types[given.role])
        expect(toMessages(back ? [back] : []).map((one) => one.role)).toEqual([given.role])
        const sent = given.role === 'user' ? [more, metadata] : [content, more, metadata]
        expect(JSON.stringify(sent)).not.toMatch(/"role":"(system|developer)"/i)
      }),
      { numRuns: 4 * runs },
    )
  })
})
