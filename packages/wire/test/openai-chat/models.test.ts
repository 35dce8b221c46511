import type { Message, SystemMessage } from '@lamella/core'
import { encodeOpenAIChat } from '@lamella/wire/openai-chat'
import { describe, expect, test } from 'vitest'

const call = (toolCallId: string): Message => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId, toolName: 'look', input: {} }],
})
const result = (toolCallId: string): Message => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId, toolName: 'look', output: { type: 'text', value: 'A cat.' } }],
})
const user = (content: string): Message => ({ role: 'user', content })
const id = (long: string): unknown =>
  encodeOpenAIChat({ messages: [user('Look.'), call(long), result(long)] }, { model: 'devstral-small-latest' }).request
    .messages[2]

const models = ['mistral-large-latest', 'mistralai/mistral-small-4-119b-2603', 'open-mixtral-8x22b', 'codestral-2508']

describe.each(models)('a request for %s', (model) => {
  // nearai/ironclaw#1241: "Tool call id was turn1_0 but must be a-z, A-Z, 0-9, with a length of 9" (400).
  test('has call ids of nine letters and digits', () => {
    const messages = [user('Look.'), call('call_PTLP8xhu3uwZk4l3nlnrrJha'), result('call_PTLP8xhu3uwZk4l3nlnrrJha')]
    const { request, repairs } = encodeOpenAIChat({ messages }, { model })
    const [, asked, answered] = request.messages
    const [sent] = asked?.role === 'assistant' ? (asked.tool_calls ?? []) : []
    expect(sent?.id).toMatch(/^[a-zA-Z0-9]{9}$/)
    expect(answered).toMatchObject({ role: 'tool', tool_call_id: sent?.id })
    expect(repairs.map(({ code }) => code)).toEqual(['call-id'])
  })

  // zed-industries/zed#37021: "Unexpected role 'user' after role 'tool'" (400).
  test('has an answer between results and a user', () => {
    const messages = [user('Look.'), call('abcdefghi'), result('abcdefghi'), user('Stop.')]
    const { request, repairs } = encodeOpenAIChat({ messages }, { model })
    expect(request.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
    expect(request.messages[3]).toEqual({ role: 'assistant', content: '[No answer was recorded.]' })
    expect(repairs.map(({ code }) => code)).toEqual(['alternation'])
  })

  test('has no system message after an answer, and no answer as its last word', () => {
    const messages: Message[] = [
      user('Hello'),
      { role: 'assistant', content: 'Hi.' },
      { role: 'system', content: 'Be brief.', providerOptions: { openai: { role: 'developer' } } },
      { role: 'assistant', content: 'Yes.' },
    ]
    const { request, losses } = encodeOpenAIChat({ messages }, { model })
    expect(request.messages.slice(2)).toEqual([
      { role: 'user', content: 'Be brief.' },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: '[Please continue.]' },
    ])
    expect(losses.map(({ code }) => code)).toEqual(['system-role'])
  })

  // editor-code-assistant/eca#315, charmbracelet/crush#1590: `extra_forbidden` (422).
  test('has no fields that only others know', () => {
    const { request, losses } = encodeOpenAIChat(
      {
        messages: [
          { ...user('Hello'), providerOptions: { openai: { extra: { name: 'ada' } } } } as Message,
          { role: 'assistant', content: 'Hi.', providerOptions: { openai: { extra: { reasoning_content: 'Hm.' } } } },
          user('And now?'),
        ],
        parameters: { maxOutputTokens: 100, seed: 7 },
      },
      { model },
    )
    expect(request).toEqual({
      model,
      messages: [{ role: 'user', content: 'Hello' }, { role: 'assistant', content: 'Hi.' }, user('And now?')],
      max_tokens: 100,
      random_seed: 7,
    })
    expect(losses.map(({ code, what }) => [code, /name|reasoning_content/.exec(what)?.[0]])).toEqual([
      ['provider-options', 'name'],
      ['provider-options', 'reasoning_content'],
    ])
  })

  // A history that Gemini began: its signatures are in the calls, and marks of a cache in the parts.
  test('has no such fields in calls and parts either', () => {
    const of = (extra: object): object => ({ providerOptions: { openai: { extra } } })
    const [asked] = call('abcdefghi').content as [object]
    const messages = [
      { role: 'user', content: [{ type: 'text', text: 'Look.', ...of({ cache_control: { type: 'ephemeral' } }) }] },
      { role: 'assistant', content: [{ ...asked, ...of({ extra_content: { google: {} } }) }] },
      result('abcdefghi'),
    ] as Message[]
    const { request } = encodeOpenAIChat({ messages }, { model })
    expect(JSON.stringify(request)).not.toMatch(/cache_control|extra_content/)
  })
})

// ggml-org/llama.cpp#19851: "After the optional system message, conversation roles must alternate" (500).
test.for(['devstral-small-2', 'mistralai/Mistral-7B-Instruct-v0.3', 'google/gemma-3-27b-it'])(
  'the roles alternate for %s, whose templates want that, unless an option says otherwise',
  (model) => {
    const late: Message = { role: 'system', content: 'Be brief.' }
    const messages: Message[] = [{ role: 'assistant', content: 'Hi.' }, user('Look.'), user('<context-update/>')]
    const { request, repairs } = encodeOpenAIChat({ messages }, { model })
    expect(request.messages).toEqual([
      user('[The conversation begins here.]'),
      { role: 'assistant', content: 'Hi.' },
      user('Look.\n\n<context-update/>'),
    ])
    expect(repairs.map(({ code }) => code)).toEqual(['merged', 'alternation'])
    const { request: brief, losses } = encodeOpenAIChat(
      { messages: [...messages.slice(0, 1), late, user('Look.')] },
      { model },
    )
    expect(brief.messages[2]).toEqual(user('Be brief.\n\nLook.'))
    expect(losses.map(({ code }) => code)).toEqual(['system-role'])
    expect(
      encodeOpenAIChat({ messages: messages.slice(1) }, { model: 'gemma-3', ensureAlternating: false }).request,
    ).toEqual({ model: 'gemma-3', messages: messages.slice(1) })
  },
)

// QwenLM/Qwen3.8#244: "System message must be at the beginning" (400, 500).
test.for(['qwen3.6-27b', 'Qwen/Qwen3.8-27B'])('a later system message is user text for %s', (model) => {
  const late: Message = { role: 'system', content: 'Be brief.' }
  const first: Message = { role: 'system', content: 'You are Kim.' }
  const messages = [first, user('Hello'), { role: 'assistant', content: 'Hi.' } as const, late, user('Look.')]
  const { request, losses } = encodeOpenAIChat({ messages }, { model })
  expect(request.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user', 'user'])
  expect(losses).toMatchObject([{ code: 'system-role', path: 'messages[3]' }])
  expect(encodeOpenAIChat({ messages }, { model: 'qwen-max' }).request.messages[3]).toEqual(late)
})

// The templates take one system message, the first: a second one is in the middle.
test.for(['qwen3.6-27b', 'gemma-3-27b-it', 'ministral-8b'])('%s gets one system message', (model) => {
  const system = ['You are Kim.', 'Be brief.'].map((content): SystemMessage => ({ role: 'system', content }))
  const context = { system: system.slice(0, 1), messages: [...system.slice(1), system[1] as Message, user('Hello')] }
  const [first, ...others] = encodeOpenAIChat(context, { model }).request.messages
  expect(first).toEqual({ role: 'system', content: 'You are Kim.\n\nBe brief.\n\nBe brief.' })
  expect(others).toEqual([user('Hello')])
  const { messages } = encodeOpenAIChat({ messages: context.messages }, { model }).request
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user'])
  const layers = { system, messages: [user('Hello')] }
  expect(encodeOpenAIChat(layers, { model, system: 'per-layer' }).request.messages).toHaveLength(2)
  expect(encodeOpenAIChat(context, { model: 'gpt-5.4' }).request.messages).toHaveLength(4)
})

test('ids that Mistral has given stay, and others differ', () => {
  expect(id('dnEN4JsJy')).toMatchObject({ tool_call_id: 'dnEN4JsJy' })
  expect(id('a')).not.toEqual(id('b'))
})

test.for(['deepseek-v4-pro', 'deepseek/deepseek-v3.2', 'moonshotai/kimi-k2-thinking', 'kimi-k3'])(
  '%s gets a field of reasoning with each answer',
  (model) => {
    const messages: Message[] = [
      user('Look.'),
      call('call_1'),
      result('call_1'),
      { role: 'assistant', content: 'A cat.', providerOptions: { openai: { extra: { reasoning_content: 'I see.' } } } },
      user('And now?'),
    ]
    const { request, losses, repairs } = encodeOpenAIChat({ messages }, { model })
    expect(request.messages.map((message) => Object(message).reasoning_content)).toEqual([
      undefined,
      '',
      undefined,
      'I see.',
      undefined,
    ])
    expect([...losses, ...repairs]).toEqual([])
  },
)

test.for(['gemini-3.8-flash', 'google/gemini-4-argon'])(
  '%s gets a signature with the first call of each answer',
  (model) => {
    const [first, second] = ['call_1', 'call_2'].map((toolCallId) => ({
      type: 'tool-call' as const,
      toolCallId,
      toolName: 'look',
      input: {},
    }))
    const extra_content = { google: { thought_signature: 'c2lnbmVk' } }
    const own = { ...second, toolCallId: 'call_3', providerOptions: { openai: { extra: { extra_content } } } }
    const messages = [
      user('Look.'),
      { role: 'assistant', content: [first, second] },
      result('call_1'),
      result('call_2'),
      { role: 'assistant', content: [own] },
      result('call_3'),
    ] as Message[]
    const { request, losses } = encodeOpenAIChat({ messages }, { model })
    expect(losses.map(({ code }) => code)).toEqual(['reasoning'])
    const sent = request.messages.flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []))
    // ai.google.dev/gemini-api/docs/thought-signatures: parallel calls need one signature, in the first.
    expect(sent.map((one) => Object(one).extra_content)).toEqual([
      { google: { thought_signature: 'skip_thought_signature_validator' } },
      undefined,
      extra_content,
    ])
  },
)

// OpenMinis/OpenMinis#361, QwenLM/qwen-code#11045 (Cerebras), janhq/jan#8136, tashfeenahmed/freellmapi#1070 (Groq): "property
// 'reasoning_content' is unsupported" (400). Both take back `reasoning`, which they send.
test('a server gets only the fields that it accepts, whichever server began the conversation', () => {
  const of = (extra: object): object => ({ providerOptions: { openai: { extra } } })
  const messages = [
    { ...user('Hello'), ...of({ name: 'ada' }) },
    { role: 'assistant', content: 'Hi.', ...of({ reasoning_content: 'Of DeepSeek.' }) },
    user('And now?'),
    { role: 'assistant', content: 'Then.', ...of({ reasoning: 'Of Groq.' }) },
    user('And then?'),
  ] as Message[]
  const tools = [{ name: 'look', inputSchema: { type: 'object' }, ...of({ cache_control: {} }) }]
  const parameters = { providerOptions: { openai: { extra: { reasoning_format: 'parsed' } } } }
  const context = { messages, tools, parameters }
  const options = { model: 'openai/gpt-oss-120b', acceptedFields: ['reasoning'] }
  const { request, losses } = encodeOpenAIChat(context, options)
  expect(request).toMatchObject({ reasoning_format: 'parsed' })
  expect(request.messages.slice(1, 4)).toEqual([
    { role: 'assistant', content: 'Hi.' },
    user('And now?'),
    { role: 'assistant', content: 'Then.', reasoning: 'Of Groq.' },
  ])
  expect(losses.map(({ code, path, what }) => [code, path, what.split(' ')[3]])).toEqual([
    ['provider-options', 'tools[0]', 'cache_control'],
    ['provider-options', 'messages[0]', 'name'],
    ['provider-options', 'messages[1]', 'reasoning_content'],
  ])
  const all = encodeOpenAIChat(context, { model: 'openai/gpt-oss-120b' })
  expect(all.losses).toEqual([])
  const kimi = encodeOpenAIChat(context, { ...options, model: 'moonshotai/kimi-k2.6' }).request
  expect(JSON.stringify(kimi)).not.toContain('reasoning_content')
  const wrong = (): unknown => encodeOpenAIChat(context, { acceptedFields: 'reasoning' as never })
  expect(wrong).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
})

// RooCodeInc/Roo-Code#10640: OpenRouter wants one detail, with the id of the first call; LibreChat-AI/agents#37: "Gemini models require
// OpenRouter reasoning details to be preserved in each request" (400).
test('Gemini behind OpenRouter gets the signature of a foreign call where OpenRouter has it', () => {
  const model = 'google/gemini-4-argon'
  const of = (reasoning_details: object[]): object => ({
    providerOptions: { openai: { extra: { reasoning_details } } },
  })
  const text = { type: 'reasoning.text', text: 'Hm.', signature: 'x', format: 'anthropic-claude-v1', index: 0 }
  const own = { type: 'reasoning.encrypted', data: 'c2lnbmVk', id: 'call_2', format: 'google-gemini-v1', index: 0 }
  const messages = [
    user('Look.'),
    { ...call('call_1'), ...of([text]) },
    result('call_1'),
    { ...call('call_2'), ...of([own]) },
    result('call_2'),
  ] as Message[]
  const added = { ...own, data: 'skip_thought_signature_validator', id: 'call_1' }
  const details = (options: object, given = messages): unknown[] => {
    const { request } = encodeOpenAIChat({ messages: given }, { model, ...options })
    expect(JSON.stringify(request)).not.toContain('extra_content')
    return request.messages.filter(({ role }) => role === 'assistant').map((one) => Object(one).reasoning_details)
  }
  expect(details({})).toEqual([[text, added], [own]])
  const plain = [user('Look.'), call('call_1'), result('call_1')]
  expect(details({ acceptedFields: ['reasoning_details'] }, plain)).toEqual([[added]])
})

test('other models get what they got', () => {
  const messages = [user('Look.'), call('call_1'), result('call_1'), user('Stop.')]
  const { request, losses, repairs } = encodeOpenAIChat(
    { messages, parameters: { maxOutputTokens: 100, seed: 7 } },
    { model: 'gpt-4.1' },
  )
  expect(JSON.stringify(request)).not.toMatch(/reasoning|extra_content/)
  expect(request.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user'])
  expect(request).toMatchObject({ max_completion_tokens: 100, seed: 7 })
  expect([...losses, ...repairs]).toEqual([])
})
