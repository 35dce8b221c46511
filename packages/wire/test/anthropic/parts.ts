import type {
  AssistantPart,
  JsonValue,
  Message,
  ProviderOptions,
  ToolOutputContent,
  ToolResultPart,
  UserPart,
} from '@lamella/core'
import fc from 'fast-check'
import { png } from '../fixtures.ts'

/** Anthropic's provider options as they occur in a history. */
export function anthropic(fields: { readonly [field: string]: unknown }): { providerOptions: ProviderOptions } {
  return { providerOptions: { anthropic: fields as { [field: string]: JsonValue } } }
}

/** Cache marks: valid and invalid ones. */
export const marked: fc.Arbitrary<{ providerOptions?: ProviderOptions }> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  fc.constantFrom(
    anthropic({ cacheControl: { type: 'ephemeral' } }),
    anthropic({ cacheControl: { type: 'ephemeral', ttl: '1h' } }),
    anthropic({ cache_control: { type: 'ephemeral', ttl: '5m' } }),
    anthropic({ cacheControl: { type: 'ephemeral', ttl: '2h' }, extra: { cache_control: 1, context: 'x' } }),
  ) as fc.Arbitrary<{ providerOptions: ProviderOptions }>,
)

const mcp = anthropic({ type: 'mcp-tool-use', serverName: 'e' })

function ofAiSdk(toolCallId: string): { readonly toolCallId: string; readonly toolName: string } {
  return { toolCallId, toolName: 'web_search' }
}

/** Content that only Anthropic's own models produce. Some of it is in invalid places or incomplete. */
export const ownParts: fc.Arbitrary<AssistantPart> = fc.oneof(
  fc.constantFrom<AssistantPart[]>(
    { type: 'reasoning', text: 'Hm.', ...anthropic({ signature: 'c2ln' }) },
    { type: 'reasoning', text: '', ...anthropic({ signature: 'c2ln\uD800', cacheControl: { type: 'ephemeral' } }) },
    { type: 'reasoning', text: 'x', ...anthropic({ redactedData: 'ZGF0YQ==' }) },
    { type: 'reasoning', text: 'Not mine.' },
    { type: 'text', text: 'Bern.', ...anthropic({ citations: [{ type: 'char_location', cited_text: 'Bern' }] }) },
    { type: 'text', text: 'A summary.', ...anthropic({ type: 'compaction' }) },
    { type: 'text', text: 'words', ...anthropic({ block: { type: 'future', text: 'words', n: [1] } }) },
    { type: 'text', text: 'changed', ...anthropic({ block: { type: 'future', text: 'words' } }) },
    { type: 'text', text: '', ...anthropic({ block: { type: 'fallback', from: { model: 'x' } } }) },
    { type: 'text', text: '', ...anthropic({ block: { type: 'tool_use', id: 'a', name: 'b', input: {} } }) },
    { type: 'text', text: 'The end. ' },
  ),
  fc.constantFrom<AssistantPart[]>(
    { ...ofAiSdk('srvtoolu_4'), type: 'tool-call', input: { query: 'x' }, providerExecuted: true },
    { ...ofAiSdk('srvtoolu_4'), type: 'tool-result', output: { type: 'json', value: [] } },
    { ...ofAiSdk('srvtoolu_4'), type: 'tool-result', output: { type: 'error-json', value: '{' } },
    { ...ofAiSdk('m.1'), ...mcp, type: 'tool-call', input: {}, providerExecuted: true },
    { ...ofAiSdk('m_1'), ...mcp, type: 'tool-call', input: {}, providerExecuted: true },
    { ...ofAiSdk('m_1'), ...mcp, type: 'tool-result', output: { type: 'json', value: 'x' } },
  ),
  fc.tuple(fc.constantFrom('srvtoolu_1', 'srvtoolu_2', 'srv-3'), marked).map(([id, more]) => serverCall(id, more)),
  fc.tuple(fc.constantFrom('srvtoolu_1', 'srvtoolu_2', 'srv-3'), marked).map(([id, more]) => serverResult(id, more)),
)

/** A call of a tool that Anthropic ran, as the decoder reads it. */
export function serverCall(id: string, more: { providerOptions?: ProviderOptions } = {}): AssistantPart {
  const block = { type: 'server_tool_use', id, name: 'web_search', input: { query: 'x' } }
  const fields = { block, ...more.providerOptions?.['anthropic'] }
  const call = { type: 'tool-call', toolCallId: id, toolName: 'web_search', input: { query: 'x' } } as const
  return { ...call, providerExecuted: true, ...anthropic(fields) }
}

/** The result of a call that Anthropic ran, as the decoder reads it. */
export function serverResult(id: string, more: { providerOptions?: ProviderOptions } = {}): ToolResultPart {
  const content = [{ type: 'web_search_result', title: 'X', url: 'https://example.com', encrypted_content: 'eA==' }]
  const block = { type: 'web_search_tool_result', tool_use_id: id, content }
  const fields = { block, ...more.providerOptions?.['anthropic'] }
  const output = { type: 'json', value: content } as const
  return { type: 'tool-result', toolCallId: id, toolName: 'web_search', output, ...anthropic(fields) }
}

/** User content that only Anthropic accepts. */
export const ownUserParts: fc.Arbitrary<UserPart> = fc.constantFrom<UserPart[]>(
  { type: 'image', image: 'file_011', ...anthropic({ cacheControl: { type: 'ephemeral' } }) },
  { type: 'file', data: 'file_012', mediaType: 'application/pdf', ...anthropic({ containerUpload: true }) },
  {
    type: 'file',
    data: 'x',
    mediaType: 'text/csv',
    ...anthropic({ fileId: 'file_013', title: 'T\uD800', context: ' ' }),
  },
  {
    type: 'file',
    data: 'JVBERi0=',
    mediaType: 'application/pdf',
    filename: 'a.pdf',
    ...anthropic({ citations: { enabled: true } }),
  },
  { type: 'file', data: 'gICA', mediaType: 'text/plain; charset=utf-8', filename: '' },
  { type: 'file', data: '!!!', mediaType: 'text/markdown' },
  {
    type: 'text',
    text: 'found',
    ...anthropic({ block: { type: 'search_result', title: 'found', source: 'x', content: [] } }),
  },
  { type: 'text', text: 'a\nb', ...anthropic({ block: contentDocument() }) },
  { type: 'text', text: 'x', ...anthropic({ block: { type: 'tool_result', tool_use_id: 'a', text: 'x' } }) },
)

function contentDocument(): object {
  const content = [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'b' },
  ]
  return { type: 'document', source: { type: 'content', content } }
}

/** System messages that keep their role, in valid and invalid places. */
export const ownSystem: fc.Arbitrary<Message> = fc.constantFrom<Message[]>(
  { role: 'system', content: 'New rules.', ...anthropic({ role: 'system' }) },
  { role: 'system', content: ' ', ...anthropic({ role: 'system', cacheControl: { type: 'ephemeral' } }) },
  { role: 'system', content: '', ...anthropic({ role: 'system', extra: { output_config: { effort: 'low' } } }) },
  {
    role: 'system',
    content: 'More tools.',
    ...anthropic({ role: 'system', toolChanges: [{ type: 'tool_addition', toolName: 'a.b' }, 'x'] }),
  },
  { role: 'system', content: 'b', ...anthropic({ role: 'system', blocks: [{ type: 'text', text: 'b', n: 1 }] }) },
  { role: 'system', content: 'c', ...anthropic({ role: 'system', blocks: [{ type: 'text', text: 'b' }] }) },
)

/** Pieces of a tool's output, with fields, that only Anthropic accepts. */
export const ownPieces: fc.Arbitrary<ToolOutputContent> = fc.constantFrom<ToolOutputContent[]>(
  { type: 'custom', ...anthropic({ block: { type: 'search_result', title: 't', source: 's', content: [] } }) },
  { type: 'custom', ...anthropic({ block: { type: 'tool_use', id: 'x' } }) },
  { type: 'image-data', data: png, mediaType: 'image/png', ...anthropic({ cacheControl: { type: 'ephemeral' } }) },
  { type: 'file-data', data: 'JVBERi0=', mediaType: 'application/pdf', ...anthropic({ title: 'T', extra: { x: 1 } }) },
)
