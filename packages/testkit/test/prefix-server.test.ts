import { prefixServer } from '@lamella/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

interface Message {
  readonly role: 'user' | 'assistant'
  readonly content: string | readonly Block[]
}
type Block = Readonly<Record<string, unknown>>
interface Request {
  readonly tools: readonly Block[]
  readonly system: string
  readonly messages: readonly Message[]
}

const asks = (content: string | readonly Block[]): Message => ({ role: 'user', content })
const start: Request = {
  tools: [{ name: 'look', input_schema: { type: 'object' } }],
  system: 'You garden.',
  messages: [asks('Which trees?')],
}

/** Returns the request with a server's answer and the user's next message. */
function goOn(request: Request, body: object | undefined, next: string): Request {
  const { content } = body as { content: readonly Block[] }
  return { ...request, messages: [...request.messages, { role: 'assistant', content }, asks(next)] }
}

/** A conversation of three questions, the third not sent yet, and the server that answered the first two. */
function conversation(options?: Parameters<typeof prefixServer>[1]) {
  const server = prefixServer('anthropic', options)
  const second = goOn(start, server.send(start).body, 'And when?')
  const third = goOn(second, server.send(second).body, 'Thanks.')
  return { server, third }
}

/** The request with a different message at one position. */
function withMessage({ messages, ...rest }: Request, index: number, change: (message: Message) => Message): Request {
  return { ...rest, messages: messages.with(index, change(messages[index] as Message)) }
}

const blocksOf = ({ content }: Message): readonly Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

describe('a prefix server for Anthropic', () => {
  it('accepts requests that only grow, and reports that they extend each other', () => {
    const { server, third } = conversation()
    expect(server.send(third)).toMatchObject({ status: 200, thinking: 2, invalid: [], prefix: { extends: true } })
  })

  it.each<readonly [string, (request: Request) => Request, string]>([
    ['system', (request) => ({ ...request, system: 'You cook.' }), 'messages.1.content.0'],
    ['tools', (request) => ({ ...request, tools: [] }), 'messages.1.content.0'],
    ['the first message', (request) => withMessage(request, 0, () => asks('Which birds?')), 'messages.1.content.0'],
    [
      'a turn of the user that has been answered, by a block at its end',
      (request) => withMessage(request, 2, (one) => asks([...blocksOf(one), { type: 'text', text: 'It is noon.' }])),
      'messages.3.content.0',
    ],
    [
      'the thinking before, which is left out',
      (request) => withMessage(request, 1, (one) => ({ ...one, content: blocksOf(one).slice(1) })),
      'messages.3.content.0',
    ],
  ])('rejects thinking after a change to %s', (_, change, path) => {
    const { server, third } = conversation()
    const { status, body, invalid } = server.send(change(third))
    expect(status).toBe(400)
    expect(invalid[0]).toEqual({ path, why: 'prefix' })
    expect(body).toMatchObject({ error: { message: `${path}: The block is bound to a different conversation.` } })
  })

  it('finds every block after the change invalid', () => {
    const { server, third } = conversation()
    const { invalid } = server.send({ ...third, system: 'You cook.' })
    expect(invalid.map(({ path }) => path)).toEqual(['messages.1.content.0', 'messages.3.content.0'])
  })

  it('accepts a changed prefix without thinking', () => {
    const { server, third } = conversation()
    const messages = third.messages.map((one) => ({
      ...one,
      content: blocksOf(one).filter(({ type }) => type !== 'thinking'),
    }))
    expect(server.send({ ...third, system: 'You cook.', messages })).toMatchObject({ status: 200, thinking: 0 })
  })

  it('drops invalid thinking when the account or the request opts in', () => {
    const dropping = conversation({ onMismatch: 'drop' })
    const changed = { system: 'You cook.' }
    expect(dropping.server.send({ ...dropping.third, ...changed })).toMatchObject({ status: 200, invalid: [{}, {}] })
    const { server, third } = conversation()
    const thinking = { block_binding: { prefix_mismatch_behavior: 'drop_block' } }
    expect(server.send({ ...third, ...changed, thinking } as object)).toMatchObject({ status: 200, invalid: [{}, {}] })
  })

  it('rejects a signature that it did not create', () => {
    const { server, third } = conversation()
    const forged = withMessage(third, 1, (one) => ({
      ...one,
      content: blocksOf(one).map((block) => (block['type'] === 'thinking' ? { ...block, signature: 'forged' } : block)),
    }))
    expect(server.send(forged)).toMatchObject({
      status: 400,
      invalid: [{ path: 'messages.1.content.0', why: 'unknown' }, {}],
    })
  })

  it('ignores cache marks, key order, and whether a text is a string or a block', () => {
    const { server, third } = conversation()
    const marked = withMessage(third, 0, () =>
      asks([{ text: 'Which trees?', cache_control: { type: 'ephemeral' }, type: 'text' }]),
    )
    expect(server.send(marked)).toMatchObject({ status: 200, invalid: [] })
  })

  it('rejects every change to a block before thinking, and accepts requests that only grow', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 6 }),
        fc.nat(),
        fc.boolean(),
        (questions, at, isAnswer) => {
          const server = prefixServer('anthropic')
          const [first = '', ...others] = questions
          let request: Request = { ...start, messages: [asks(first)] }
          for (const next of others) {
            const { status, body } = server.send(request)
            expect(status).toBe(200)
            request = goOn(request, body, next)
          }
          const turn = at % others.length
          const changed = withMessage(request, turn * 2 + (isAnswer ? 1 : 0), (one) => ({
            ...one,
            content: [...blocksOf(one), { type: 'text', text: 'More.' }],
          }))
          const isLast = isAnswer && turn === others.length - 1
          expect(server.send(changed).status).toBe(isLast ? 200 : 400)
        },
      ),
    )
  })
})

describe('a prefix server for Responses', () => {
  interface Responses {
    readonly input: readonly object[]
    readonly [field: string]: unknown
  }
  const first: Responses = {
    model: 'gpt-6.2-sol',
    tools: [{ type: 'function', name: 'look', parameters: {} }],
    reasoning: { effort: 'high' },
    input: [{ role: 'developer', content: 'You garden.' }, asks('Which trees?')],
  }
  const outputOf = (body: object | undefined): readonly object[] => (body as { output: readonly object[] }).output
  const removedIn = (body: object | undefined): readonly unknown[] =>
    (body as { input_transformations: readonly unknown[] }).input_transformations

  /** A conversation of three questions, the third not sent yet. */
  function conversation() {
    const server = prefixServer('openai-responses')
    const goOn = (request: Responses, next: string): Responses => ({
      ...request,
      input: [...request.input, ...outputOf(server.send(request).body), asks(next)],
    })
    return { server, third: goOn(goOn(first, 'And when?'), 'Thanks.') }
  }

  it('keeps all reasoning of requests that only grow', () => {
    const { server, third } = conversation()
    const { body, ...reply } = server.send(third)
    expect(reply).toMatchObject({ status: 200, thinking: 2, invalid: [], prefix: { extends: true } })
    expect(removedIn(body)).toEqual([])
  })

  it.each<readonly [string, (request: Responses) => Responses, readonly string[]]>([
    ['the tools', (request) => ({ ...request, tools: [] }), ['rs_1', 'rs_2']],
    ['the effort', (request) => ({ ...request, reasoning: { effort: 'low' } }), ['rs_1', 'rs_2']],
    ['the format', (request) => ({ ...request, text: { format: { type: 'json_object' } } }), ['rs_1', 'rs_2']],
    [
      'the developer message',
      (request) => ({ ...request, input: request.input.with(0, { role: 'developer', content: 'You cook.' }) }),
      ['rs_1', 'rs_2'],
    ],
    ['the second question', (request) => ({ ...request, input: request.input.with(4, asks('Where?')) }), ['rs_2']],
    ['an item that is left out', (request) => ({ ...request, input: request.input.toSpliced(3, 1) }), ['rs_2']],
    ['the instructions', (request) => ({ ...request, instructions: 'Be brief.' }), []],
  ])('removes and reports the reasoning after a change to %s', (_, change, removed) => {
    const { server, third } = conversation()
    const changed = change(third)
    // It is reported again for each request that has the item.
    for (const { status, body } of [server.send(changed), server.send(changed)]) {
      expect(status).toBe(200)
      expect(removedIn(body)).toEqual(
        removed.map((id) => ({ type: 'reasoning', action: 'removed', id, reason: 'prefix_mismatch' })),
      )
    }
  })

  it('refuses encrypted content that it did not create', () => {
    const { server, third } = conversation()
    const forged = { type: 'reasoning', id: 'rs_9', summary: [], encrypted_content: 'forged' }
    expect(server.send({ ...third, input: [...third.input, forged] })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_encrypted_content', param: 'input[8]' } },
    })
  })

  it('keeps reasoning after a summary of the API, and binds what follows to it', () => {
    const { server, third } = conversation()
    const summary = { type: 'compaction', encrypted_content: 'x' }
    const compacted = { ...third, input: [asks('Which trees?'), summary, ...third.input.slice(5)] }
    const { body, invalid } = server.send(compacted)
    expect(invalid).toEqual([])
    const next = { ...compacted, input: [...compacted.input, ...outputOf(body), asks('More.')] }
    expect(server.send(next).invalid).toEqual([])
    const changed = { ...next, input: next.input.with(0, asks('Which birds?')) }
    expect(server.send(changed).invalid).toEqual([{ path: 'input[5]', why: 'prefix' }])
  })
})

describe('a prefix server for any format', () => {
  const item = (text: string): Block => ({ role: 'user', content: text, parts: [{ text }] })

  it.each([
    ['openai-chat', 'messages'],
    ['openai-responses', 'input'],
    ['anthropic', 'messages'],
    ['bedrock-converse', 'messages'],
    ['gemini', 'contents'],
  ] as const)('reports where a request of %s stops repeating the one before', (format, list) => {
    const server = prefixServer(format)
    const request = { model: 'm', [list]: [item('one'), item('two')] }
    expect(server.send(request).prefix).toBeUndefined()
    expect(server.send({ ...request, [list]: [item('one'), item('two'), item('three')] }).prefix).toMatchObject({
      extends: true,
    })
    const { prefix } = server.send({ ...request, [list]: [item('one'), item('twelve'), item('three')] })
    const joins = format !== 'openai-chat' && format !== 'openai-responses'
    expect(prefix).toMatchObject({ extends: false, brokenAt: { path: `${list}[1].content[0]` } })
    expect(JSON.stringify({ text: 'twelve', type: 'text' }).slice(0, prefix?.brokenAt?.character)).toMatch(/"tw$/)
    expect(server.send({ ...request, [list]: [item('one')] }).prefix).toMatchObject({
      extends: false,
      brokenAt: { path: joins ? `${list}[1].content[0]` : `${list}[1]`, character: 0 },
    })
  })

  it('reads tools before system, and system before messages', () => {
    const server = prefixServer('gemini')
    const request = { tools: [{ a: 1 }], systemInstruction: { parts: [] }, contents: [item('one')] }
    server.send(request)
    expect(server.send({ ...request, tools: [{ a: 2 }], systemInstruction: {} }).prefix?.brokenAt?.path).toBe('tools')
  })

  it.each(['anthropic', 'bedrock-converse'] as const)('compares the system prompt of %s block by block', (format) => {
    const server = prefixServer(format, { onMismatch: 'drop' })
    const request = { system: [{ text: 'Be kind.' }, { text: 'It is noon.' }], messages: [item('one')] }
    server.send(request)
    const { prefix } = server.send({ ...request, system: [{ text: 'Be kind.' }, { text: 'It is late.' }] })
    const character = JSON.stringify({ text: 'It is ' }).length - 2
    expect(prefix).toMatchObject({ extends: false, brokenAt: { path: 'system[1]', character } })
    expect(prefix?.repeated).toBe(JSON.stringify({ text: 'Be kind.' }).length + character)
    expect(server.send({ ...request, system: [] }).prefix?.brokenAt?.path).toBe('messages[0]')
  })

  it('treats a system prompt of Anthropic that is a text as one block', () => {
    const server = prefixServer('anthropic')
    const messages = [item('one')]
    server.send({ system: 'Be kind.', messages })
    const system = [{ type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } }]
    expect(server.send({ system, messages }).prefix).toMatchObject({ extends: true })
    expect(server.send({ system: 'Be brief.', messages }).prefix?.brokenAt?.path).toBe('system[0]')
  })

  it('counts repetition in characters of JSON', () => {
    const server = prefixServer('openai-chat')
    const messages = [{ role: 'user', content: 'one' }]
    server.send({ messages })
    const length = JSON.stringify({ role: 'user' }).length + JSON.stringify({ text: 'one', type: 'text' }).length
    const { prefix } = server.send({ messages: [...messages, { role: 'user', content: 'two' }] })
    expect(prefix).toEqual({ extends: true, repeated: length, total: length * 2 })
  })

  it('ignores cache points', () => {
    const server = prefixServer('bedrock-converse')
    const request = { system: [{ text: 'Be kind.' }], messages: [item('one')] }
    server.send(request)
    const marked = { ...request, system: [...request.system, { cachePoint: { type: 'default' } }] }
    expect(server.send(marked).prefix).toMatchObject({ extends: true })
  })
})
