import { describe, expect, it } from 'vitest'
import { readMessages } from '../../../../docs/playground/read-messages.ts'
import { example, fromHash, toHash } from '../../../../docs/playground/state.ts'

describe('the address of the playground', () => {
  it('holds what somebody typed', async () => {
    const state = { ...example, message: 'Grüße, 世界 🌱 <b>', window: '1234' }
    expect(await fromHash(await toHash(state))).toEqual(state)
  })

  it('has only signs that need no escape', async () => {
    expect(await toHash({ ...example, memory: '\u{1f331}'.repeat(500) })).toMatch(/^[\w-]+$/)
  })

  it.each(['', 'AAAA', '%00', '!'.repeat(100), 'A'.repeat(10_000)])(
    'is ignored if it is something else: %s',
    async (hash) => {
      expect(await fromHash(hash)).toBeUndefined()
    },
  )

  it('is ignored if it stands for more than a million characters', async () => {
    const hash = await toHash({ ...example, messages: 'a'.repeat(2_000_000) })
    expect(hash.length).toBeLessThan(10_000)
    expect(await fromHash(hash)).toBeUndefined()
  })

  it('gives only the fields of the playground, as text', async () => {
    const hash = await toHash({ ...example, window: { evil: true }, more: 'no' } as never)
    expect(await fromHash(hash)).toEqual(example)
  })
})

it('the playground counts as at first, if a link names a tokenizer that it does not have', async () => {
  const { tokenizer } = (await fromHash(await toHash({ ...example, tokenizer: 'constructor' }))) ?? {}
  expect(tokenizer).toBe(example.tokenizer)
})

describe('the messages of the playground', () => {
  it('are lines of a speaker, each with what follows it', () => {
    expect(readMessages('user: Hello\nthere\nassistant: Hi!')).toEqual([
      { role: 'user', content: 'Hello\nthere' },
      { role: 'assistant', content: 'Hi!' },
    ])
  })

  it('are said by the user, if nobody is named', () => {
    expect(readMessages('Hello')).toEqual([{ role: 'user', content: 'Hello' }])
    expect(readMessages('')).toEqual([])
  })

  it('are those of Lamella, unchanged', () => {
    const messages = [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }]
    expect(readMessages(JSON.stringify(messages))).toEqual(messages)
  })

  it.each([
    [
      'OpenAI',
      [
        { role: 'user', content: 'Hello' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'Rain' },
      ],
    ],
    [
      'Anthropic',
      [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'look', input: {} }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'Rain' }] },
      ],
    ],
  ])('are converted from the format of %s', (_, messages) => {
    const roles = readMessages(JSON.stringify(messages)).map(({ role }) => role)
    expect(roles).toEqual(['user', 'assistant', 'tool'])
  })

  it('say what is wrong with them', () => {
    expect(() => readMessages('[{ "role": "nobody" }]')).toThrow(/role/)
    expect(() => readMessages('[')).toThrow(SyntaxError)
  })
})
