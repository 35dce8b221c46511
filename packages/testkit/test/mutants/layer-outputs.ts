import type { Layer } from '@lamella/core'
import { layerMutant, notes, oneMessage, oneNote, talk } from './layer-base.ts'
import type { Mutant } from './mutant.ts'

const defined = (name: string, fault: object, base: Layer = notes): Mutant<Layer> =>
  layerMutant('LAYER_DEFINITION', name, base, () => fault)

const loading = (code: string, name: string, output: unknown): Mutant<Layer> =>
  layerMutant(code, name, notes, () => ({ load: () => output }))

const fragments = [{ id: 'a', content: 'A note.' }]
const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'search', input: {} }
const called = { role: 'assistant', content: [call] }
const request = { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' }
const result = (output: object): object => ({ role: 'tool', content: [{ ...call, type: 'tool-result', output }] })

/** Layers whose definition or output violates the contract. */
export const layerOutputMutants: readonly Mutant<Layer>[] = [
  defined('has another contract version', { spec: 2 }),
  defined('has an empty name', { name: '' }),
  defined('has no order', { order: undefined }),
  defined('has a priority that is not finite', { priority: Number.NaN }),
  defined('has an unknown stability', { stability: 'always' }),
  defined('has a negative budget', { budget: { min: -1 } }),
  defined('has a policy without steps', { truncation: { name: 'none' } }),
  defined('has an audience that is not a list', { audience: 'private' }),
  defined('has an unknown rule for runs', { update: 'append' }),

  layerMutant('LAYER_CONTENT', 'composes messages', talk, () => ({ compose: notes.compose })),
  loading('LAYER_OUTPUT', 'loads a number', 42),
  loading('LAYER_OUTPUT', 'loads null instead of nothing', null),
  loading('LAYER_OUTPUT', 'loads an object without fragments', { text: 'A note.' }),
  loading('LAYER_OUTPUT', 'loads a list with holes', [...fragments, null]),
  loading('LAYER_OUTPUT', 'loads a tool without a schema', { fragments, tools: [{ name: 'search' }] }),
  loading('LAYER_OUTPUT', 'loads a tool with a schema object that has no JSON Schema', {
    fragments,
    tools: [{ name: 'search', inputSchema: { '~standard': { version: 1, vendor: 'old', validate: () => ({}) } } }],
  }),
  loading('LAYER_OUTPUT', 'reports omissions with a text as the number', {
    fragments,
    omitted: [{ count: 'many', reason: 'old' }],
  }),
  loading('LAYER_OUTPUT', 'loads notices as text', { fragments, notices: ['A file was cut.'] }),

  oneNote('LAYER_IDS', 'gives two notes the same id', { id: 'note-1' }),
  oneNote('LAYER_IDS', 'gives a fragment an empty id', { id: '' }),
  oneNote('LAYER_IDS', 'gives a fragment no id', { id: undefined }),
  oneNote('LAYER_IDS', 'gives a fragment a number as id', { id: 7 }),

  oneNote('LAYER_CONTENT', 'loads messages for the system prompt', { content: [{ role: 'user', content: 'A note.' }] }),
  oneNote('LAYER_CONTENT', 'loads a fragment without content', { content: undefined }),
  layerMutant('LAYER_CONTENT', 'loads a fragment with an empty list of messages', talk, () => ({
    load: () => [{ id: 'a', content: [] }],
  })),

  oneMessage('LAYER_MESSAGES', 'uses an unknown message role', { role: 'bot', content: 'Hello' }),
  oneMessage('LAYER_MESSAGES', 'loads a tool message as text', { role: 'tool', content: 'found' }),
  oneMessage('LAYER_MESSAGES', 'loads a tool call in the OpenAI form', {
    role: 'assistant',
    content: null,
    tool_calls: [],
  }),
  oneMessage('LAYER_MESSAGES', 'puts a tool call into a user message', { role: 'user', content: [call] }),
  oneMessage('LAYER_MESSAGES', 'loads a tool call without an id', {
    role: 'assistant',
    content: [{ ...call, toolCallId: undefined }],
  }),
  oneMessage('LAYER_MESSAGES', 'loads a tool result as bare text', {
    role: 'tool',
    content: [{ ...call, type: 'tool-result', output: 'found' }],
  }),
  oneMessage(
    'LAYER_MESSAGES',
    'puts JSON into a tool result of type text',
    result({ type: 'text', value: { found: 1 } }),
  ),
  oneMessage('LAYER_MESSAGES', 'uses an unknown tool result type', result({ type: 'html', value: '<p>' })),
  oneMessage(
    'LAYER_MESSAGES',
    'denies a call with a reason that is not text',
    result({ type: 'execution-denied', reason: 7 }),
  ),
  oneMessage('LAYER_MESSAGES', 'loads the pieces of a tool result as one', result({ type: 'content', value: 'found' })),
  oneMessage(
    'LAYER_MESSAGES',
    'loads an image in a tool result without its data',
    result({
      type: 'content',
      value: [{ type: 'image-data', url: 'https://x.test' }],
    }),
  ),
  oneMessage('LAYER_MESSAGES', 'loads an approval request that names no call', {
    role: 'assistant',
    content: [call, { type: 'tool-approval-request', approvalId: 'a1' }],
  }),
  oneMessage('LAYER_MESSAGES', 'puts an approval response into an assistant message', {
    role: 'assistant',
    content: [call, { type: 'tool-approval-response', approvalId: 'a1', approved: true }],
  }),
  oneMessage('LAYER_MESSAGES', 'loads an approval response with text instead of a boolean', {
    role: 'tool',
    content: [{ type: 'tool-approval-response', approvalId: 'a1', approved: 'yes' }],
  }),
  oneMessage('LAYER_MESSAGES', 'loads a file without a media type', {
    role: 'user',
    content: [{ type: 'file', data: 'aGk=' }],
  }),

  oneNote('LAYER_FRAGMENT', 'loads a rank that is not finite', { rank: Number.POSITIVE_INFINITY }),
  oneNote('LAYER_FRAGMENT', 'sets pinned to a text', { pinned: 'yes' }),
  oneNote('LAYER_FRAGMENT', 'sets group to a number', { group: 7 }),
  oneNote('LAYER_FRAGMENT', 'sets page to a fraction', { page: 0.5 }),
  oneNote('LAYER_FRAGMENT', 'sets a negative position', { position: -1 }),
  oneNote('LAYER_FRAGMENT', 'sets an unknown rule for runs', { update: 'append' }),
  oneNote('LAYER_FRAGMENT', 'sets an unknown origin', { origin: { by: 'someone' } }),

  oneNote('LAYER_SHORTER', 'loads one shorter text instead of a list', { shorter: 'The launch', tokens: undefined }),
  oneNote('LAYER_SHORTER', 'loads a shorter rendering that is longer', { shorter: ['x'.repeat(99)] }),
  oneNote('LAYER_SHORTER', 'lists the shortest rendering first', { shorter: ['The', 'The launch'], tokens: undefined }),
  oneNote('LAYER_SHORTER', 'loads messages as a shorter text', { shorter: [[{ role: 'user', content: 'x' }]] }),
  layerMutant('LAYER_SHORTER', 'loses a tool call when it shortens', talk, () => ({
    load: () => [{ id: 'a', content: [called], shorter: [[{ role: 'assistant', content: 'I search.' }]] }],
  })),

  layerMutant('LAYER_SHORTER', 'loses an approval request when it shortens', talk, () => ({
    load: () => [{ id: 'a', content: [{ role: 'assistant', content: [call, request] }], shorter: [[called]] }],
  })),

  oneNote('LAYER_TOKENS', 'counts the full text only', { tokens: [24] }),
  oneNote('LAYER_TOKENS', 'returns token estimates that are not whole', { tokens: [6.25, 3] }),
  oneNote('LAYER_TOKENS', 'returns -1 for a rung it has not counted', { tokens: [24, -1] }),
]
