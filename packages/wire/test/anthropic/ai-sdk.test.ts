import type { AssistantPart, JsonValue, ToolResultPart } from '@lamella/core'
import { describe, expect, test } from 'vitest'
import { encoded, encodedWith, user } from './encoded.ts'
import { anthropic } from './parts.ts'

const call = (toolName: string, input: unknown, more: object = {}, toolCallId = 'srvtoolu_1'): AssistantPart => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input,
  providerExecuted: true,
  ...more,
})
const result = (toolName: string, value: JsonValue, more: object = {}, toolCallId = 'srvtoolu_1'): ToolResultPart => ({
  type: 'tool-result',
  toolCallId,
  toolName,
  output: { type: 'json', value },
  ...more,
})
const failed = (toolName: string, value: JsonValue): ToolResultPart => ({
  ...result(toolName, null),
  output: { type: 'error-json', value },
})

/** Returns the blocks that assistant parts become, and the losses. */
function blocksOf(...content: AssistantPart[]): unknown[] {
  const { messages, losses } = encoded(user, { role: 'assistant', content }, user)
  expect(losses).toEqual([])
  expect(messages).toHaveLength(3)
  return messages[1]?.content as unknown[]
}

describe('server tool results that the AI SDK has read are sent as the API returned them', () => {
  const use = { type: 'server_tool_use', id: 'srvtoolu_1' }

  test('for a web search', () => {
    const found = {
      url: 'https://example.com',
      title: 'X',
      pageAge: null,
      encryptedContent: 'eA==',
      type: 'web_search_result',
    }
    expect(blocksOf(call('web_search', { query: 'x' }), result('web_search', [found]))).toEqual([
      { ...use, name: 'web_search', input: { query: 'x' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: [
          {
            url: 'https://example.com',
            title: 'X',
            page_age: null,
            encrypted_content: 'eA==',
            type: 'web_search_result',
          },
        ],
      },
    ])
  })

  test('for a web page', () => {
    const page = (words: [string, string]): JsonValue => ({
      type: 'web_fetch_result',
      url: 'https://example.com',
      [words[0]]: '2026-01-01',
      content: {
        type: 'document',
        title: 'X',
        citations: null,
        source: { type: 'text', [words[1]]: 'text/plain', data: 'x' },
      },
    })
    const caller = anthropic({ caller: { type: 'code_execution_20260120', toolId: 'srvtoolu_0' } })
    const wireCaller = { caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_0' } }
    expect(
      blocksOf(
        call('web_fetch', { url: 'https://example.com' }, caller),
        result('web_fetch', page(['retrievedAt', 'mediaType']), caller),
      ),
    ).toEqual([
      { ...use, name: 'web_fetch', input: { url: 'https://example.com' }, ...wireCaller },
      {
        type: 'web_fetch_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: page(['retrieved_at', 'media_type']),
        ...wireCaller,
      },
    ])
  })

  test.for([
    ['code_execution', 'programmatic-tool-call', 'code_execution', 'code_execution_result'],
    ['code_execution', undefined, 'code_execution', 'encrypted_code_execution_result'],
    ['bash_code_execution', 'bash_code_execution', 'bash_code_execution', 'bash_code_execution_result'],
    [
      'text_editor_code_execution',
      'text_editor_code_execution',
      'text_editor_code_execution',
      'text_editor_code_execution_view_result',
    ],
  ] as const)('for code run as %s', ([name, asked, of, type]) => {
    const value = { type, stdout: '1', return_code: 0 }
    const input = { ...(asked && { type: asked }), code: '1' }
    expect(blocksOf(call('code_execution', input), result('code_execution', value))).toEqual([
      { ...use, name, input: { code: '1' } },
      { type: `${of}_tool_result`, tool_use_id: 'srvtoolu_1', content: value },
    ])
  })

  test('for a tool search', () => {
    const name = 'tool_search_tool_bm25'
    const found = [{ type: 'tool_reference', toolName: 'get_weather' }]
    expect(blocksOf(call(name, { query: 'x' }), result(name, found))[1]).toEqual({
      type: 'tool_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: {
        type: 'tool_search_tool_search_result',
        tool_references: [{ type: 'tool_reference', tool_name: 'get_weather' }],
      },
    })
  })

  test('for a tool of an MCP server', () => {
    const mcp = anthropic({ type: 'mcp-tool-use', serverName: 'e' })
    const said = [{ type: 'text', text: 'y' }]
    expect(blocksOf(call('echo', {}, mcp, 'mcptoolu_1'), result('echo', said, mcp, 'mcptoolu_1'))).toEqual([
      { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'echo', input: {}, server_name: 'e' },
      { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, content: said },
    ])
  })

  test.for<[string, JsonValue, string, string]>([
    [
      'web_search',
      { type: 'web_search_tool_result_error', errorCode: 'max_uses_exceeded' },
      'web_search',
      'max_uses_exceeded',
    ],
    ['web_fetch', '{"errorCode":"url_not_allowed"}', 'web_fetch', 'url_not_allowed'],
    ['web_search', 'Something.', 'web_search', 'unavailable'],
    ['tool_search_tool_regex', { errorCode: 'too_many_requests' }, 'tool_search', 'too_many_requests'],
    [
      'code_execution',
      { type: 'code_execution_tool_result_error', errorCode: 'invalid_tool_input' },
      'code_execution',
      'invalid_tool_input',
    ],
  ])('for an error of %s: %j', ([name, value, of, code]) => {
    expect(blocksOf(call(name, {}), failed(name, value))[1]).toEqual({
      type: `${of}_tool_result`,
      tool_use_id: 'srvtoolu_1',
      content: { type: `${of}_tool_result_error`, error_code: code },
    })
  })

  test('under the name that the API knows, whatever the program calls the tool', () => {
    const tools = [
      { name: 'search', inputSchema: {}, ...anthropic({ tool: { type: 'web_search_20250305', name: 'web_search' } }) },
    ]
    const content = [call('search', { query: 'x' }), result('search', [])]
    const { messages, losses } = encodedWith({}, { messages: [user, { role: 'assistant', content }, user], tools })
    expect(messages[1]?.content).toMatchObject([
      { name: 'web_search' },
      { type: 'web_search_tool_result', content: [] },
    ])
    expect(losses).toEqual([])
  })
})

test.for<[string, AssistantPart[]]>([
  ['a search of another provider', [call('web_search', {}, {}, 'ws_1'), result('web_search', [], {}, 'ws_1')]],
  ['a tool that is not known', [call('dream', {}), result('dream', {})]],
  ['a search with another result', [call('web_search', {}), result('web_search', { text: 'x' })]],
  [
    'a search with a result in words',
    [call('web_search', {}), { ...result('web_search', []), output: { type: 'text', value: 'x' } }],
  ],
  ['a page without content', [call('web_fetch', {}), result('web_fetch', {})]],
  ['code with another result', [call('code_execution', {}), result('code_execution', { type: 'x' })]],
  ['tools that were not found', [call('tool_search_tool_bm25', {}), result('tool_search_tool_bm25', 'x')]],
  ['a search for a text', [call('web_search', 'x'), result('web_search', [])]],
  [
    'an MCP server without a name',
    [
      call('a', {}, anthropic({ type: 'mcp-tool-use' }), 'm'),
      result('a', 'x', anthropic({ type: 'mcp-tool-use' }), 'm'),
    ],
  ],
])('%s becomes an ordinary call with its result', ([, content]) => {
  const { messages, losses } = encoded(user, { role: 'assistant', content }, user)
  expect(messages[1]?.content).toMatchObject([{ type: 'tool_use' }])
  expect(messages[2]?.content).toMatchObject([{ type: 'tool_result' }, { type: 'text' }])
  expect(losses).toContain('provider-executed')
})
