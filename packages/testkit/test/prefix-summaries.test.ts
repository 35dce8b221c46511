import { prefixServer } from '@lamella/testkit'
import { describe, expect, it } from 'vitest'

type Block = Readonly<Record<string, unknown>>
interface Message {
  readonly role: string
  readonly content: string | readonly Block[]
}
interface Request {
  readonly model: string
  readonly system: string
  readonly tools: readonly Block[]
  readonly messages: readonly Message[]
  readonly betas?: readonly string[]
}

const betas = ['compact-2026-09-04']
const asks = (content: string): Message => ({ role: 'user', content })
const start: Request = {
  model: 'claude-opus-5-5',
  system: 'You garden.',
  tools: [{ name: 'look', input_schema: { type: 'object' } }],
  messages: [asks('Which trees?')],
}
const contentOf = (body: object | undefined): readonly Block[] => (body as { content: readonly Block[] }).content
const answerOf = (body: object | undefined): Message => ({ role: 'assistant', content: contentOf(body) })

/** A conversation of three answered questions, and its server. */
function conversation() {
  const server = prefixServer('anthropic')
  let messages = start.messages
  for (const next of ['And when?', 'And why?', 'Thanks.']) {
    messages = [...messages, answerOf(server.send({ ...start, messages }).body), asks(next)]
  }
  return { server, messages }
}

/** The same, with the first `covered` messages summarized by the API. */
function compacted(covered: number, change: Partial<Request> = {}) {
  const { server, messages } = conversation()
  const older = { ...start, messages: messages.slice(0, covered), compaction: { type: 'summarize' }, betas, ...change }
  const { status, body } = server.send(older)
  expect(status).toBe(200)
  const kept = messages.slice(covered)
  return { server, messages, kept, summary: answerOf(body), swapped: [answerOf(body), ...kept] }
}
const next = (messages: readonly Message[], change: object = {}): object => ({ ...start, messages, betas, ...change })

describe('a prefix server that summarizes on demand', () => {
  it('returns one signed block with readable text, and nothing else', () => {
    const { summary } = compacted(4)
    expect(summary.content).toEqual([
      {
        type: 'compaction',
        content: expect.stringMatching(/./),
        signature: expect.stringMatching(/./),
        encrypted_content: null,
      },
    ])
  })

  it.each([2, 3, 4, 5])('keeps the thinking of kept turns valid: %i of 7 messages summarized', (covered) => {
    const { server, swapped } = compacted(covered)
    const { status, invalid, thinking } = server.send(next(swapped))
    expect([status, invalid]).toEqual([200, []])
    expect(thinking).toBe(covered < 4 ? 2 : covered < 6 ? 1 : 0)
  })

  it('keeps it valid if the block and the first kept answer are one message', () => {
    const { server, summary, kept } = compacted(3)
    const [answer, ...rest] = kept as [Message, ...Message[]]
    const joined = { role: 'assistant', content: [...(summary.content as Block[]), ...(answer.content as Block[])] }
    expect(server.send(next([joined, ...rest]))).toMatchObject({ status: 200, thinking: 2, invalid: [] })
  })

  it('keeps thinking valid that is made after the swap, as long as the block stays', () => {
    const { server, messages, swapped } = compacted(4)
    const answer = answerOf(server.send(next(swapped)).body)
    const grown = [...swapped, answer, asks('More?')]
    expect(server.send(next(grown))).toMatchObject({ status: 200, thinking: 2, invalid: [] })
    const restored = [...messages, answer, asks('More?')]
    expect(server.send(next(restored))).toMatchObject({ status: 400, invalid: [{ why: 'prefix' }] })
  })

  it('keeps thinking valid through a second summary', () => {
    const { server, swapped } = compacted(2)
    const grown = [...swapped, answerOf(server.send(next(swapped)).body), asks('More?')]
    const again = server.send(next(grown.slice(0, 3), { compaction: { type: 'summarize' } }))
    const twice = [answerOf(again.body), ...grown.slice(3)]
    expect(server.send(next(twice))).toMatchObject({ status: 200, thinking: 2, invalid: [] })
  })

  it.each<[string, (messages: readonly Message[]) => object]>([
    ['the system prompt changes', (messages) => next(messages, { system: 'You cook.' })],
    ['the tools change', (messages) => next(messages, { tools: [] })],
    ['the model changes', (messages) => next(messages, { model: 'claude-sonnet-5-5' })],
    ['a message is skipped', ([block, , ...rest]) => next([block as Message, ...rest])],
    ['a message is added', ([block, ...rest]) => next([block as Message, asks('Note.'), ...rest])],
    ['a kept message changes', ([block, , ...rest]) => next([block as Message, asks('Changed?'), ...rest])],
  ])('finds the thinking of kept turns invalid when %s', (_, change) => {
    const { server, swapped } = compacted(4)
    expect(server.send(change(swapped))).toMatchObject({ status: 400, invalid: [{ why: 'prefix' }] })
  })

  it('finds it invalid if the request for the summary had another system prompt', () => {
    const { server, swapped } = compacted(1, { system: 'You summarize.' })
    const why = { why: 'prefix' }
    expect(server.send(next(swapped))).toMatchObject({ status: 400, invalid: [why, why, why] })
  })

  it('finds it invalid if another text takes the place of the messages', () => {
    const { server, kept } = compacted(4)
    const own = [asks('Summary: trees.'), { role: 'assistant', content: 'Good.' }, ...kept]
    expect(server.send(next(own))).toMatchObject({ status: 400, invalid: [{ why: 'prefix' }] })
  })

  it.each<[string, (made: ReturnType<typeof compacted>) => object, string | undefined]>([
    ['after other messages', ({ messages, summary }) => next([...messages, summary]), 'compaction_block_misplaced'],
    [
      'after a marker',
      ({ swapped }) => next([asks('[The conversation begins here.]'), ...swapped]),
      'compaction_block_misplaced',
    ],
    ['twice', ({ summary, swapped }) => next([summary, ...swapped]), undefined],
    [
      'with another text',
      ({ summary, kept }) => next([changed(summary, { content: 'Nothing happened.' }), ...kept]),
      'compaction_content_mismatch',
    ],
    [
      'with a field that it did not have',
      ({ summary, kept }) => next([changed(summary, { citations: null }), ...kept]),
      'compaction_content_mismatch',
    ],
    [
      'with another signature',
      ({ summary, kept }) => next([changed(summary, { signature: 'forged' }), ...kept]),
      'compaction_signature_invalid',
    ],
    ['without the beta', ({ swapped }) => next(swapped, { betas: [] }), undefined],
  ])('refuses a signed block %s', (_, request, code) => {
    const made = compacted(4)
    const { status, body } = made.server.send(request(made))
    expect(status).toBe(400)
    const { details } = (body as { error: { details?: { error_code: string } } }).error
    expect(details?.error_code).toBe(code)
  })

  it('accepts a cache mark on the block', () => {
    const { server, summary, kept } = compacted(4)
    const marked = changed(summary, { cache_control: { type: 'ephemeral' } })
    expect(server.send(next([marked, ...kept]))).toMatchObject({ status: 200, invalid: [] })
  })

  it.each<[string, object]>([
    ['without the beta', { betas: undefined }],
    ['with context management', { context_management: { edits: [] } }],
    [
      'that ends in an open call',
      { messages: [asks('Look.'), { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look' }] }] },
    ],
  ])('refuses a request for a summary %s', (_, change) => {
    const request = next(start.messages, { compaction: { type: 'summarize' }, ...change })
    expect(prefixServer('anthropic').send(request).status).toBe(400)
  })
})

describe('a prefix server that summarizes at a threshold', () => {
  const block = { type: 'compaction', content: 'Trees were discussed.' }
  const server = () => {
    let answers = 0
    return prefixServer('anthropic', {
      answer: () => [...(++answers === 2 ? [block] : []), { type: 'text', text: `Answer ${answers}.` }],
    })
  }

  it('accepts thinking from after its summary, with and without what precedes the summary', () => {
    const own = server()
    const first = [...start.messages, answerOf(own.send(start).body), asks('And when?')]
    const answer = answerOf(own.send({ ...start, messages: first }).body)
    expect((answer.content as Block[]).map(({ type }) => type)).toEqual(['compaction', 'thinking', 'text'])
    expect(own.send({ ...start, messages: [answer, asks('Thanks.')] })).toMatchObject({ status: 200, invalid: [] })
    const all = [...first, answer, asks('Thanks.')]
    expect(own.send({ ...start, messages: all })).toMatchObject({ status: 200, thinking: 2, invalid: [] })
  })

  it('finds thinking invalid that is inserted again after its summary', () => {
    const own = server()
    const kept = answerOf(own.send(start).body)
    const messages = [{ role: 'assistant', content: [block] }, ...start.messages, kept, asks('Thanks.')]
    expect(own.send({ ...start, messages })).toMatchObject({ status: 400, invalid: [{ why: 'prefix' }] })
  })
})

function changed({ role, content }: Message, change: object): Message {
  return { role, content: (content as readonly Block[]).map((block) => ({ ...block, ...change })) }
}
