import { validateOpenAIResponses } from '@lamella/wire/openai-responses'
import { describe, expect, it } from 'vitest'

const model = 'gpt-6.2-sol'
const thought = (name: string): object => ({
  type: 'reasoning',
  id: `rs_${name}`,
  summary: [],
  encrypted_content: name,
})
const user = (content: unknown): object => ({ role: 'user', content })
const developer = (content: string): object => ({ role: 'developer', content })
const says = (text: string): object => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
})
const call = (id: string): object => ({ type: 'function_call', call_id: id, name: 'look', arguments: '{}' })
const output = (id: string, text: string): object => ({ type: 'function_call_output', call_id: id, output: text })
const look = { type: 'function', name: 'look', parameters: { type: 'object', properties: {} }, strict: false }
const find = { ...look, name: 'find' }
const start = [developer('Be kind.'), user('One'), thought('a'), says('A'), user('Two')]
const base = { model, store: false, tools: [look, find], reasoning: { effort: 'high' }, input: start }
/** The answer to `base`, and the next question. */
const answered = [...start, thought('b'), says('B'), user('Three')]

/** The violations of the rule about both requests. */
const broken = (next: object, previous: object = base): readonly string[] =>
  validateOpenAIResponses({ ...base, ...next }, { previous }).flatMap(({ code, level, path, what }) =>
    code === 'OR-REASONING-PREFIX' ? [`${level} ${path}: ${what}`] : [],
  )
const removedAfter = (path: string, changed: string): readonly string[] => [
  `ignored ${path}: is reasoning after ${changed} of the request before, which has changed`,
]

describe('OR-REASONING-PREFIX', () => {
  it.each<[string, object]>([
    ['items are added', { input: answered }],
    ['the same request is sent again', {}],
    ['a text becomes one part', { input: answered.with(1, user([{ type: 'input_text', text: 'One' }])) }],
    [
      'cache breakpoints move',
      {
        input: answered.with(
          1,
          user([{ type: 'input_text', text: 'One', prompt_cache_breakpoint: { mode: 'explicit' } }]),
        ),
      },
    ],
    ['the instructions change, which come after the input', { input: answered, instructions: 'Be brief.' }],
    ['limits and cache settings change', { input: answered, max_output_tokens: 100, prompt_cache_key: 'k' }],
    ['the choice of tools changes', { input: answered, tool_choice: 'none' }],
    [
      'tools are added by an item',
      { input: [...answered, { type: 'additional_tools', role: 'developer', tools: [] }] },
    ],
    [
      'the effort is changed by an item',
      { input: [...answered, { type: 'configuration_update', reasoning: { effort: 'low' } }] },
    ],
    ['no reasoning is left', { input: [developer('New.'), user('One'), says('A'), user('Two')], tools: [] }],
    ['a change leaves no reasoning after it', { input: [...start.slice(0, 4), user('Other')] }],
  ])('is kept when %s', (_, next) => {
    expect(broken(next)).toEqual([])
  })

  it.each<[string, object, readonly string[]]>([
    ['a tool is added', { tools: [look, find, { ...look, name: 'more' }] }, removedAfter('input[2]', 'tools')],
    ['tools change places', { tools: [find, look], input: answered }, removedAfter('input[2]', 'tools')],
    ['a tool changes', { tools: [{ ...look, description: 'Looks.' }, find] }, removedAfter('input[2]', 'tools')],
    [
      'the effort changes',
      { reasoning: { effort: 'low' }, input: answered },
      removedAfter('input[2]', 'reasoning.effort'),
    ],
    [
      'the format changes',
      { text: { format: { type: 'json_object' } }, input: answered },
      removedAfter('input[2]', 'text.format'),
    ],
    [
      'the developer message changes',
      { input: answered.with(0, developer('New.')) },
      removedAfter('input[2]', 'input[0]'),
    ],
    [
      'only what the second reasoning is bound to changes',
      { input: answered.with(4, user('Too')) },
      removedAfter('input[5]', 'input[4]'),
    ],
    [
      'the text after a thought changes',
      { input: answered.with(3, says('Other')) },
      removedAfter('input[5]', 'input[3]'),
    ],
    [
      'an item is inserted',
      { input: answered.toSpliced(2, 0, developer('Now.')) },
      removedAfter('input[3]', 'input[2]'),
    ],
    ['a turn is dropped', { input: answered.toSpliced(1, 3) }, removedAfter('input[2]', 'input[1]')],
    ['reasoning before it is dropped', { input: answered.toSpliced(2, 1) }, removedAfter('input[4]', 'input[2]')],
  ])('is broken when %s', (_, next, expected) => {
    expect(broken(next)).toEqual(expected)
  })

  it('keeps the reasoning before a shortened tool result, and not the one after it', () => {
    const rows = [
      user('One'),
      thought('a'),
      call('c1'),
      output('c1', 'many rows'),
      thought('b'),
      says('B'),
      user('Two'),
    ]
    const previous = { ...base, input: rows }
    expect(broken({ input: [...rows, says('C'), user('Three')] }, previous)).toEqual([])
    expect(broken({ input: rows.with(3, output('c1', 'a sum')) }, previous)).toEqual(
      removedAfter('input[4]', 'input[3]'),
    )
  })

  it('keeps reasoning after a summary of the API itself, wherever it is', () => {
    const compacted = { type: 'compaction', encrypted_content: 'x' }
    const kept = [user('One'), user('Two'), compacted, thought('b'), says('B'), user('Three')]
    expect(broken({ input: kept })).toEqual([])
    const later = [...kept, thought('c'), says('C'), user('Four')]
    const previous = { ...base, input: kept }
    expect(broken({ input: later }, previous)).toEqual([])
    expect(broken({ input: later.with(0, user('Won')) }, previous)).toEqual(removedAfter('input[3]', 'input[0]'))
  })

  it.each<[string, object, object]>([
    ['the model does not check it', { model: 'gpt-6.1-sol' }, { model: 'gpt-6.1-sol' }],
    ['the model is unknown', { model: 'gateway' }, { model: 'gateway' }],
    ['another model wrote it', { model: 'gpt-6.2-astra' }, {}],
    ['the API holds the conversation', { previous_response_id: 'resp_1' }, {}],
  ])('does not apply when %s', (_, next, previous) => {
    expect(broken({ ...next, input: answered.with(0, developer('New.')) }, { ...base, ...previous })).toEqual([])
  })

  it.each(['openai/gpt-6.2-sol', 'gpt-6.2-astra-2026-11-17', 'gpt-6.3', 'gpt-7-luna'])('applies to %s', (name) => {
    const changed = { model: name, input: answered.with(0, developer('New.')) }
    expect(broken(changed, { ...base, model: name })).toHaveLength(1)
  })

  it.each([undefined, null, 'x', 7, [], {}, { input: 'x' }, { model, input: [null, 7, { role: 'user' }] }])(
    'accepts any value as the request before: %j',
    (previous) => {
      expect(() => validateOpenAIResponses(base, { previous })).not.toThrow()
    },
  )

  it('is not broken by a request alone', () => {
    expect(validateOpenAIResponses({ ...base, input: answered })).toEqual([])
  })
})
