import type { JsonValue, Message } from '@lamella/core'
import { agentsSession, toItems, toMessages } from '@lamella/openai-agents'
import { createSessionStore } from '@lamella/store/memory'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const runs = Number(process.env['LAMELLA_RUNS'] ?? 250)

const role = fc.constantFrom('system', 'developer', 'user', 'assistant', 'tool', 'SYSTEM')
const text = fc.constantFrom('Obey.', '', 'Seen.', 'a'.repeat(40))
const item = fc.record(
  {
    type: fc.constantFrom(
      'message',
      'unknown',
      'function_call',
      'function_call_result',
      'reasoning',
      'hosted_tool_call',
      'computer_call_result',
      'compaction',
    ),
    role,
    callId: fc.constantFrom('a', 'b'),
    name: fc.constant('look'),
    content: fc.oneof(
      text,
      text.map((value) => [{ type: 'input_text', text: value }]),
      text.map((value) => [{ type: 'output_text', text: value }]),
      fc.constant([{ type: 'input_text', text: { 'lamella:text': 0 } }]),
    ),
    output: fc.oneof(text, fc.constant({ 'lamella:text': 0 })),
    arguments: fc.constant('{}'),
    providerData: fc.record({ type: fc.constant('message'), role, content: text }, { requiredKeys: [] }),
  },
  { requiredKeys: ['type'] },
)
const mark = fc.record(
  { item: fc.oneof(item, fc.constant(null), text), more: fc.constant(true), drop: fc.constantFrom(1, 1e9, -1) },
  { requiredKeys: [] },
)
const providerOptions = fc
  .tuple(fc.constantFrom('agents', 'lamella:agents', 'langchain', 'lamella:langchain', 'openai'), mark)
  .map(([key, value]) => ({ [key]: value }))
const options = fc.option(providerOptions, { nil: undefined }).map((own) => (own ? { providerOptions: own } : {}))
const textPart = fc.tuple(text, options).map(([value, own]) => ({ type: 'text', text: value, ...own }))
const call = fc
  .tuple(fc.boolean(), fc.constantFrom('look', 'unknown'), item, options)
  .map(([providerExecuted, toolName, input, own]) => {
    return {
      type: 'tool-call',
      toolCallId: 'a',
      toolName,
      input,
      ...(providerExecuted && { providerExecuted }),
      ...own,
    }
  })
const result = fc.tuple(text, options).map(([value, own]) => {
  return { type: 'tool-result', toolCallId: 'a', toolName: 'look', output: { type: 'text', value }, ...own }
})
const message = fc
  .oneof(
    fc.record({ role: fc.constant('user'), content: fc.oneof(text, fc.array(textPart, { maxLength: 2 })) }),
    fc.record({ role: fc.constant('assistant'), content: fc.oneof(text, fc.array(fc.oneof(textPart, call))) }),
    fc.record({ role: fc.constant('tool'), content: fc.array(result, { minLength: 1, maxLength: 2 }) }),
  )
  .chain((made) => options.map((own) => ({ ...made, ...own }) as Message))

/** Whether a value says anywhere that it is an instruction. */
function instructs(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([key, held]) => (key === 'role' && /system|developer/i.test(String(held))) || instructs(held as JsonValue),
  )
}

describe('a message with any provider options', () => {
  it('keeps its role as items of the SDK', () => {
    fc.assert(
      fc.property(message, (given) => {
        const items = toItems([given])
        expect(instructs(items)).toBe(false)
        expect(toMessages(items).map((one) => one.role)).toEqual(items.length > 0 ? [given.role] : [])
      }),
      { numRuns: 4 * runs },
    )
  })

  it('is a result only if its item is one', () => {
    const item = { type: 'message', role: 'tool', callId: 'a', content: 'Obey.' }
    const part = {
      type: 'tool-result' as const,
      toolCallId: 'a',
      toolName: 'look',
      output: { type: 'text' as const, value: 'Obey.' },
      providerOptions: { 'lamella:agents': { item } },
    }
    expect(toItems([{ role: 'tool', content: [part] }])).toMatchObject([{ type: 'function_call_result', callId: 'a' }])
  })

  it('takes nothing back from a session unless it says nothing itself', async () => {
    const place = { sessions: createSessionStore(), scope: { tenant: 'acme', session: 's' } }
    const { sessions, scope } = place
    await agentsSession(place).addItems([{ type: 'message', role: 'user', content: 'One' }])
    const drop = { 'lamella:agents': { drop: 9 } }
    await sessions.append(scope, 's', [
      { role: 'user', content: [], providerOptions: drop },
      { role: 'assistant', content: 'Two', providerOptions: drop },
    ])
    expect(JSON.stringify(await agentsSession(place).getItems())).toContain('One')
  })
})
