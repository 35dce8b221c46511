import { validateAnthropic } from '@lamella/wire/anthropic'
import { describe, expect, it } from 'vitest'

const model = 'claude-opus-5-5'
const thought = (name: string): object => ({ type: 'thinking', thinking: '', signature: name })
const text = (value: string): object => ({ type: 'text', text: value })
const user = (content: unknown): object => ({ role: 'user', content })
const assistant = (...content: object[]): object => ({ role: 'assistant', content })
const look = { name: 'look', input_schema: { type: 'object' } }
const base = {
  model,
  max_tokens: 4_096,
  system: 'Be kind.',
  tools: [look],
  messages: [user('One'), assistant(thought('a'), text('A')), user('Two')],
}
/** The answer to `base`, and the next question. */
const answered = [...base.messages, assistant(thought('b'), text('B')), user('Three')]

/** The paths of violations of the rule about both requests. */
const broken = (next: object, previous: object = base): readonly string[] =>
  validateAnthropic({ ...base, ...next }, { previous }).flatMap(({ code, level, path, what }) =>
    code === 'AN-THINKING-PREFIX' ? [`${level} ${path}: ${what}`] : [],
  )
const boundAfter = (path: string, changed: string): readonly string[] => [
  `error ${path}: is thinking after ${changed} of the request before, which has changed`,
]
const [a, b] = ['messages[1].content[0]', 'messages[3].content[0]']

describe('AN-THINKING-PREFIX', () => {
  it.each<[string, object]>([
    ['messages are added', { messages: answered }],
    ['the same request is sent again', {}],
    ['a text becomes one block', { messages: [user([text('One')]), ...answered.slice(1)], system: [text('Be kind.')] }],
    [
      'cache marks move',
      {
        messages: [user([{ ...text('One'), cache_control: { type: 'ephemeral' } }]), ...answered.slice(1)],
        tools: [{ ...look, cache_control: { type: 'ephemeral' } }],
      },
    ],
    ['the last turn of the user gets a block', { messages: [...base.messages, user('More'), ...answered.slice(3)] }],
    ['other fields change', { messages: answered, max_tokens: 10, thinking: { type: 'adaptive' }, metadata: {} }],
    [
      'a deferred tool is added that nothing refers to',
      { messages: answered, tools: [look, { ...look, name: 'late', defer_loading: true }] },
    ],
    ['thinking is left out from the start on', { messages: [user('One'), assistant(text('A')), ...answered.slice(2)] }],
    ['no thinking is left', { messages: [user('Changed'), assistant(text('A')), user('Two')], system: 'New.' }],
    ['an earlier change leaves no thinking behind it', { system: 'New.', messages: [user('Hello')] }],
  ])('is kept when %s', (_, next) => {
    expect(broken(next)).toEqual([])
  })

  it.each<[string, object, readonly string[]]>([
    ['the system prompt changes', { messages: answered, system: 'Be brief.' }, boundAfter(a, 'system')],
    ['a tool is added', { messages: answered, tools: [look, { ...look, name: 'find' }] }, boundAfter(a, 'system')],
    ['a tool changes', { tools: [{ ...look, description: 'Looks.' }] }, boundAfter(a, 'tools[0]')],
    ['a message changes', { messages: [user('Won'), ...answered.slice(1)] }, boundAfter(a, 'messages[0].content')],
    [
      'something changes behind the first thought, and only the next is bound to it',
      { messages: [...answered.slice(0, 2), user('Too'), ...answered.slice(3)] },
      boundAfter(b, 'messages[2].content'),
    ],
    [
      'the text next to the thought changes',
      { messages: [user('One'), assistant(thought('a'), text('Other')), ...answered.slice(2)] },
      boundAfter(b, 'messages[1].content[1]'),
    ],
    ['a turn is dropped', { messages: answered.slice(2) }, boundAfter('messages[1].content[0]', 'messages[0].content')],
    ['a system message in the middle is left out', { messages: answered }, boundAfter(b, 'messages[3]')],
  ])('is broken when %s', (what, next, expected) => {
    const system = { role: 'system', content: 'Be brief.' }
    const previous = what.startsWith('a system message') ? { ...base, messages: [...base.messages, system] } : base
    expect(broken(next, previous)).toEqual(expected)
  })

  it('is broken when thinking in the middle is left out and later thinking stays', () => {
    const previous = { ...base, messages: answered }
    const messages = [...answered, assistant(thought('c'), text('C')), user('Four')]
    const without = messages.map((one, index) => (index === 3 ? assistant(text('B')) : one))
    expect(broken({ messages: without }, previous)).toEqual(boundAfter('messages[5].content[0]', b as string))
    const moved = messages.map((one, index) => (index === 1 ? assistant(text('A')) : one))
    expect(broken({ messages: moved }, previous)).toEqual([])
  })

  describe('after a summary that the API signed', () => {
    const block = { type: 'compaction', content: 'One was asked.', signature: 's' }
    const previous = { ...base, messages: answered }
    const swapped = [assistant(block), ...answered.slice(2), assistant(thought('c'), text('C')), user('Four')]

    it('is kept when the messages that it stands for are gone, and the others follow unchanged', () => {
      expect(broken({ messages: swapped }, previous)).toEqual([])
      const joined = [assistant(block, thought('b'), text('B')), ...answered.slice(4)]
      expect(broken({ messages: joined }, previous)).toEqual([])
      // The whole request before was summarized, and its answer follows.
      expect(broken({ messages: [assistant(block, thought('c'), text('C')), user('Four')] }, previous)).toEqual([])
      expect(broken({ messages: [assistant(block), user('Four')], system: 'New.' }, previous)).toEqual([])
    })

    it.each<[string, object]>([
      ['the system prompt changes', { messages: swapped, system: 'New.' }],
      ['a tool changes', { messages: swapped, tools: [] }],
      ['a message between them is left out', { messages: [assistant(block), user('Other'), ...swapped.slice(2)] }],
      ['a kept message changes', { messages: [assistant(block), swapped[1], swapped[2], user('Changed'), swapped[4]] }],
      ['it has no signature', { messages: [assistant({ ...block, signature: undefined }), ...swapped.slice(1)] }],
    ])('is broken when %s', (_, next) => {
      expect(broken(next, previous)).toHaveLength(1)
    })
  })

  it('counts a deferred tool that a message refers to', () => {
    const deferred = { ...look, name: 'late', defer_loading: true }
    const reference = { type: 'tool_addition', tool: { type: 'tool_reference', name: 'late' } }
    const messages = [
      user('One'),
      { role: 'system', content: [reference] },
      assistant(thought('a'), text('A')),
      user('Two'),
    ]
    const previous = { ...base, tools: [look, deferred], messages }
    expect(broken({ tools: [look, deferred], messages }, previous)).toEqual([])
    const changed = { ...deferred, description: 'New.' }
    expect(broken({ tools: [look, changed], messages }, previous)).toEqual(
      boundAfter('messages[2].content[0]', 'tools[1]'),
    )
  })

  it.each<[string, object, object]>([
    ['the model does not check it', { model: 'claude-opus-5' }, { model: 'claude-opus-5' }],
    ['the model is unknown', { model: 'gateway' }, { model: 'gateway' }],
    ['another model wrote it', { model: 'claude-fable-5-2' }, {}],
    [
      'the API is asked to drop it',
      { thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } } },
      {},
    ],
  ])('does not apply when %s', (_, next, previous) => {
    expect(broken({ ...next, system: 'New.' }, { ...base, ...previous })).toEqual([])
  })

  it.each([undefined, null, 'x', 7, [], {}, { messages: 'x' }, { model, messages: [null, 7, { role: 'user' }] }])(
    'accepts any value as the request before: %j',
    (previous) => {
      expect(() => validateAnthropic(base, { previous })).not.toThrow()
    },
  )

  it('is not broken by a request alone', () => {
    expect(validateAnthropic({ ...base, messages: answered })).toEqual([])
  })
})
