import type { Message, ToolDefinition } from '@lamella/core'
import { anthropicFraming, anthropicFramingFor, encodeAnthropic, validateAnthropic } from '@lamella/wire/anthropic'
import {
  encodeOpenAIResponses,
  openaiResponsesFraming,
  openaiResponsesFramingFor,
  validateOpenAIResponses,
} from '@lamella/wire/openai-responses'
import { describe, expect, it } from 'vitest'
import { formats } from './formats.ts'

const model = 'claude-opus-5-5'
const look: ToolDefinition = { name: 'look', description: 'EVIL', inputSchema: { type: 'object' } }
const looks: ToolDefinition = { ...look, description: 'Looks twice.' }
const find: ToolDefinition = { name: 'fi.nd', inputSchema: { type: 'object', properties: {} } }
const user: Message = { role: 'user', content: 'Hello' }
const answer: Message = { role: 'assistant', content: 'Hi' }
const change = (added: readonly ToolDefinition[], removed: readonly string[]): Message => ({
  role: 'user',
  content: '<context-update layer="available-tools">\nAdded or changed: EVIL\n</context-update>',
  providerOptions: { lamella: { update: { by: 'data', tools: { added, removed } } } } as never,
})
const context = (...messages: Message[]): never =>
  ({ messages, tools: [look], report: { cache: { points: [] }, run: {} } }) as never

const encode = (...messages: Message[]): ReturnType<typeof encodeAnthropic> => {
  const encoding = encodeAnthropic(context(...messages), { model })
  expect(validateAnthropic(encoding.request)).toEqual([])
  return encoding
}
const byValue = (definition: object): object => ({
  type: 'tool_addition',
  tool: { type: 'tool_definition', definition },
})
const wireOf = (name: string, description?: string, more = {}): object => ({
  name,
  ...(description && { description }),
  input_schema: { type: 'object', ...more },
})

describe('tools in the middle of a run, for Anthropic', () => {
  it('are a system message with their definitions, and the tools of the request stay', () => {
    const { request, losses, betas } = encode(user, answer, user, change([find], ['look']))
    expect(request.tools).toEqual([wireOf('look', 'EVIL')])
    expect(request.messages.at(-1)).toMatchObject({
      role: 'system',
      content: [
        { type: 'tool_removal', tool: { type: 'tool_reference', name: 'look' } },
        { type: 'tool_addition', tool: { type: 'tool_definition', definition: { input_schema: { type: 'object' } } } },
      ],
    })
    expect(losses).toEqual([])
    expect(betas).toEqual(['inline-tools-2026-09-15'])
    expect(JSON.stringify(request.messages)).not.toContain('EVIL')
  })

  it('that have changed are defined again under their name, which replaces them', () => {
    const { request } = encode(user, answer, user, change([looks], ['look']))
    expect(request.messages.at(-1)?.content).toEqual([byValue(wireOf('look', 'Looks twice.'))])
  })

  it('that come back as they were are referred to', () => {
    const { request, betas } = encode(user, change([], ['look']), answer, user, change([look], []))
    const reference = { type: 'tool_reference', name: 'look' }
    expect(request.messages.flatMap(({ role, content }) => (role === 'system' ? [content] : []))).toEqual([
      [{ type: 'tool_removal', tool: reference }],
      [{ type: 'tool_addition', tool: reference }],
    ])
    expect(betas).toEqual(['mid-conversation-tool-changes-2026-07-01'])
  })

  it('that come back after another definition are defined again', () => {
    const { request } = encode(user, change([looks], ['look']), answer, user, change([look], ['look']))
    expect(request.messages.at(-1)?.content).toEqual([byValue(wireOf('look', 'EVIL'))])
  })

  it('have one name in their definition, their calls and their removal', () => {
    const toolCallId = 'call_1'
    const call: Message = {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId, toolName: 'fi.nd', input: {} }],
    }
    const output = { type: 'text' as const, value: 'Found.' }
    const result: Message = { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName: 'fi.nd', output }] }
    const { request } = encode(user, change([find], []), call, result, answer, user, change([], ['fi.nd']))
    const names = [...JSON.stringify(request.messages).matchAll(/"name":"(fi[^"]*)"/g)].map(([, name]) => name)
    expect(names).toHaveLength(3)
    expect(new Set(names).size).toBe(1)
  })

  it('extend the request before, byte for byte', () => {
    const before = [user, answer, user, change([find], ['look'])]
    const first = encode(...before).request
    const { request } = encode(...before, answer, user, change([looks], []))
    expect(request.tools).toEqual(first.tools)
    expect(JSON.stringify(request.messages.slice(0, first.messages.length))).toBe(JSON.stringify(first.messages))
  })
})

describe('tools in the middle of a run, for OpenAI Responses', () => {
  const newest = 'gpt-6.2-sol'
  const added = (...tools: object[]): object[] => [
    { role: 'developer', content: 'The next item adds tools. All tools before it stay available.' },
    { type: 'additional_tools', role: 'developer', tools },
  ]
  const functionOf = (name: string, parameters: object): object => ({
    type: 'function',
    name,
    parameters,
    strict: false,
  })
  const encodeFor = (modelName: string, ...messages: Message[]) => {
    const encoding = encodeOpenAIResponses(context(...messages), { model: modelName })
    expect(validateOpenAIResponses(encoding.request)).toEqual([])
    return encoding
  }

  it('are an item that adds them, after a message that says so, and the tools of the request stay', () => {
    const { request, losses } = encodeFor(newest, user, answer, user, change([{ ...find, name: 'find' }], []))
    expect(request.input.slice(-2)).toEqual(added(functionOf('find', { type: 'object', properties: {} })))
    expect(request.tools).toMatchObject([{ name: 'look' }])
    expect(losses).toEqual([])
  })

  it('extend the request before, byte for byte', () => {
    const before = [user, answer, user, change([find], [])]
    const first = encodeFor(newest, ...before).request
    const { request } = encodeFor(newest, ...before, answer, user, change([{ ...find, name: 'more' }], []))
    expect(JSON.stringify(request.input.slice(0, first.input.length))).toBe(JSON.stringify(first.input))
    expect(request.tools).toEqual(first.tools)
    expect(validateOpenAIResponses(request, { previous: first })).toEqual([])
  })

  it.each<[string, Message[], string]>([
    ['one goes', [user, change([find], []), answer, user, change([], ['look'])], newest],
    ['one changes', [user, change([find], []), answer, user, change([looks], ['look'])], newest],
    ['the model takes no such item', [user, change([find], [])], 'gpt-5.4'],
  ])('are those of the request where %s', (_, messages, name) => {
    const { request, losses } = encodeFor(name, ...messages)
    expect(JSON.stringify(request.input)).not.toContain('additional_tools')
    expect(JSON.stringify(request.tools)).toMatch(/fi_nd/)
    expect(losses.map(({ code }) => code)).toContain('system-role')
  })

  it('are told only if asked, where the model takes them and nothing is taken back', () => {
    const takes = (options: { model: string; toolChanges?: boolean }, gone: readonly string[] = []): unknown =>
      openaiResponsesFramingFor(options).takesToolChanges?.({}, [find], gone)
    expect(openaiResponsesFraming.takesToolChanges).toBeUndefined()
    expect(takes({ model: newest })).toBeUndefined()
    expect(takes({ model: newest, toolChanges: true })).toBe(true)
    expect(takes({ model: 'gpt-5.6-luna', toolChanges: true })).toBe(true)
    expect(takes({ model: 'gpt-5.4', toolChanges: true })).toBe(false)
    expect(takes({ model: newest, toolChanges: true }, ['look'])).toBe(false)
  })
})

describe('tools in the middle of a run, elsewhere', () => {
  it.each(formats)('are those of the request, and the change is user text, with a loss: $name', (format) => {
    for (const other of ['something-else', 'gpt-5']) {
      const messages = [user, answer, user, change([looks, find], ['look'])]
      const { request, losses } = format.encode(context(...messages), { model: other })
      expect(losses.map(({ code }) => code)).toContain('system-role')
      const sent = JSON.stringify(request)
      expect(sent).toContain('Looks twice.')
      expect(sent).toMatch(/fi[._]nd/)
      expect(sent).not.toMatch(/"role":"(system|developer)"/)
    }
  })

  it('mean nothing in messages that no run built', () => {
    const { request } = encodeAnthropic({ messages: [user, change([], ['look'])], tools: [look] }, { model })
    expect(JSON.stringify(request)).not.toContain('tool_removal')
    expect(request.tools).toHaveLength(1)
  })
})

describe('the framing of a model', () => {
  const takes = (options: Parameters<typeof anthropicFramingFor>[0], added: readonly ToolDefinition[] = []): unknown =>
    anthropicFramingFor(options).takesToolChanges?.({}, added, [])

  it('takes other tools only if asked, and only where the API takes their definitions', () => {
    expect(anthropicFraming.takesToolChanges).toBeUndefined()
    expect(takes({ model })).toBeUndefined()
    expect(takes({ model, toolChanges: false })).toBeUndefined()
    expect(takes({ model, toolChanges: true }, [look])).toBe(true)
    expect(takes({ model: 'claude-sonnet-5', toolChanges: true })).toBe(false)
    expect(takes({ model: 'us.anthropic.claude-opus-5-5-v1:0', toolChanges: true })).toBe(false)
    const own = { ...look, providerOptions: { anthropic: { tool: { type: 'computer_20251124', name: 'computer' } } } }
    expect(takes({ model, toolChanges: true }, [own])).toBe(false)
  })
})

describe('AN-TOOL-CHANGE', () => {
  const addition = (tool: object): object => ({ type: 'tool_addition', tool })
  const broken = (content: readonly object[], role = 'system'): readonly string[] =>
    validateAnthropic({
      model,
      max_tokens: 10,
      tools: [{ name: 'look', input_schema: { type: 'object' } }],
      messages: [
        { role: 'user', content: 'Hi' },
        { role, content },
      ],
    }).flatMap(({ code, path }) => (code === 'AN-TOOL-CHANGE' ? [path] : []))
  const reference = (name: string): object => ({ type: 'tool_reference', name })
  const definition = { type: 'tool_definition', definition: { name: 'find', input_schema: { type: 'object' } } }

  it.each<[string, readonly object[], readonly string[]]>([
    ['a declared tool', [addition(reference('look')), { type: 'tool_removal', tool: reference('look') }], []],
    ['a tool defined before', [addition(definition), { type: 'tool_removal', tool: reference('find') }], []],
    ['an unknown tool', [{ type: 'tool_removal', tool: reference('find') }], ['messages[1].content[0].tool.name']],
    ['no tool', [{ type: 'tool_addition' }], ['messages[1].content[0].tool']],
    ['a definition to remove', [{ type: 'tool_removal', tool: definition }], ['messages[1].content[0].tool']],
    [
      'a definition without a schema',
      [addition({ type: 'tool_definition', definition: { name: 'x' } })],
      ['messages[1].content[0].tool'],
    ],
    ["Anthropic's own tool", [addition({ type: 'tool_definition', definition: { type: 'mcp_toolset' } })], []],
  ])('%s', (_, content, paths) => {
    expect(broken(content)).toEqual(paths)
  })

  it('only in a system message', () => {
    expect(broken([addition(reference('look'))], 'user')).toEqual(['messages[1].content[0].type'])
  })
})
