import type { Message } from '@lamella/core'
import { summaryMessage } from '@lamella/core/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BatchMark, batchByTurn, toBatches } from '../../src/compression/batch.ts'
import { compressMessages } from '../../src/compression/compress-messages.ts'

const user = (content: string): Message => ({ role: 'user', content })
const model = (content: string): Message => ({ role: 'assistant', content })
const calls = (id: string): Message => {
  return { role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName: 'look', input: {} }] }
}
const answers = (id: string): Message => {
  const output = { type: 'text', value: 'found' } as const
  return { role: 'tool', content: [{ type: 'tool-result', toolCallId: id, toolName: 'look', output }] }
}

describe('toBatches', () => {
  it('groups consecutive messages with the same id: complete if all are, active if one is', () => {
    const marks: readonly BatchMark[] = [
      { id: 'a', complete: true },
      { id: 'a', complete: false },
      { id: '__proto__', complete: true },
      { id: '__proto__', complete: true, active: true },
    ]
    const messages = marks.map(({ id }) => user(id))
    expect(toBatches(messages, (_, index) => marks[index] as BatchMark)).toEqual([
      { id: 'a', complete: false, active: false, messages: messages.slice(0, 2) },
      { id: '__proto__', complete: true, active: true, messages: messages.slice(2) },
    ])
  })

  it('rejects an invalid batch mark', () => {
    for (const mark of [undefined, { id: '', complete: true }, { id: 'a' }]) {
      expect(() => toBatches([user('a')], () => mark as BatchMark)).toThrow(/'batchOf\(0\)/)
    }
  })
})

it.each([undefined, null, 'messages', [null], [{ role: 'user' }], [{ role: 'nobody', content: 'x' }]])(
  'toBatches and batchByTurn reject values that are not lists of messages: %j',
  (messages) => {
    const refused = expect.objectContaining({ code: expect.stringMatching(/^(OPTION|MESSAGE)_INVALID$/) })
    expect(() => batchByTurn(messages as never)).toThrow(refused)
    expect(() => toBatches(messages as never, () => ({ id: 'a', complete: true }))).toThrow(refused)
    expect(() => toBatches([user('a')], undefined as never)).toThrow(refused)
  },
)

describe('batchByTurn', () => {
  it('makes a batch of each turn, all complete except the last until the model has answered', () => {
    const turns = [
      [user('one'), user('more'), calls('a'), answers('a'), model('done')],
      [user('two'), model('yes')],
    ]
    const state = (messages: readonly Message[]): unknown =>
      batchByTurn(messages).map(({ id, complete, active }) => [id, complete, active])
    const both = turns.flat()
    expect(batchByTurn(both).map(({ messages }) => messages)).toEqual(turns)
    expect(state(both)).toEqual([
      ['turn-0', true, false],
      ['turn-5', true, false],
    ])
    for (const open of [[user('three')], [user('three'), calls('b')], [user('three'), calls('b'), answers('b')]]) {
      expect(state([...both, ...open])).toEqual([
        ['turn-0', true, false],
        ['turn-5', true, false],
        ['turn-7', false, true],
      ])
    }
  })

  it('makes a separate batch of each summary and of the messages before the first user message', () => {
    const summary = summaryMessage({ start: 0, end: 9, text: 'x' })
    const messages = [summary, user('one'), model('yes')]
    expect(batchByTurn(messages).map((batch) => batch.messages.length)).toEqual([1, 2])
    expect(batchByTurn([model('hello'), user('one')]).map((batch) => batch.messages.length)).toEqual([1, 1])
    expect(batchByTurn([summary])).toMatchObject([{ complete: true, active: false }])
    expect(batchByTurn([])).toEqual([])
  })

  it('omits no message, so nothing is ever excluded', async () => {
    const any = fc.constantFrom(
      user('u'),
      model('m'),
      calls('a'),
      answers('a'),
      summaryMessage({ start: 0, end: 1, text: 's' }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(any, { maxLength: 15 }), async (messages) => {
        const batches = batchByTurn(messages)
        expect(batches.flatMap((batch) => batch.messages)).toEqual(messages)
        const strategy = { type: 'truncate', keepRecent: 3 } as const
        const { excluded } = await compressMessages(batches, strategy, { summaries: 'messages' })
        expect(excluded).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

describe('batches with shared content', () => {
  const batch = (id: string, complete: boolean, ...messages: readonly Message[]) => ({ id, complete, messages })
  const strategy = { type: 'truncate', keepRecent: 1 } as const

  it('stay together: a call and its result, an approval and its request, a thought and its outcome', async () => {
    const question: Message = {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} },
        { type: 'tool-approval-request', approvalId: 'q', toolCallId: 'a' },
      ],
    }
    const approval: Message = {
      role: 'tool',
      content: [{ type: 'tool-approval-response', approvalId: 'q', approved: true }],
    }
    const thought: Message = { role: 'assistant', content: [{ type: 'reasoning', text: 'Hm.' }] }
    for (const [first, last] of [
      [calls('a'), answers('a')],
      [question, approval],
      [thought, model('So be it.')],
    ] as const) {
      const batches = [batch('old', true, user('old')), batch('a', true, first), batch('b', true, last)]
      const { messages } = await compressMessages(batches, strategy)
      expect(messages).toEqual([first, last])
    }
  })

  it('stay with the nearest call if an id is reused', async () => {
    const newest = [batch('b', true, calls('x')), batch('c', true, answers('x'))]
    for (const first of [
      [calls('x'), answers('x')],
      [calls('x'), user('never mind')],
    ]) {
      const { messages } = await compressMessages([batch('a', true, ...first), ...newest], strategy)
      expect(messages).toEqual([calls('x'), answers('x')])
    }
  })

  it('are excluded together, with everything between them, when one of them is incomplete', async () => {
    const batches = [
      batch('a', true, calls('x')),
      batch('b', true, user('between')),
      batch('c', false, answers('x')),
      batch('d', true, user('last')),
    ]
    const { messages, excluded } = await compressMessages(batches, strategy)
    expect(messages).toEqual([user('last')])
    expect(excluded).toEqual([
      { id: 'a', start: 0, end: 1, reason: 'tied' },
      { id: 'b', start: 1, end: 2, reason: 'tied' },
      { id: 'c', start: 2, end: 3, reason: 'incomplete' },
    ])
  })

  it('merge when they share an id, wherever they are, and stay as long as one of them is active', async () => {
    const batches = [
      batch('a', false, user('one')),
      batch('b', true, user('two')),
      { ...batch('a', false, user('three')), active: true },
    ]
    const { messages, excluded } = await compressMessages(batches, { type: 'truncate', keepRecent: 0 })
    expect(messages).toHaveLength(3)
    expect(excluded).toEqual([])
  })
})
