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

/** Layers whose definition or output is not what the contract says. */
export const layerOutputMutants: readonly Mutant<Layer>[] = [
  defined('is of another version of the contract', { spec: 2 }),
  defined('has an empty name', { name: '' }),
  defined('has no order', { order: undefined }),
  defined('has a priority that is not finite', { priority: Number.NaN }),
  defined('has a stability that does not exist', { stability: 'always' }),
  defined('has a budget below 0', { budget: { min: -1 } }),
  defined('has a policy without steps', { truncation: { name: 'none' } }),
  defined('has an audience that is not a list', { audience: 'private' }),

  layerMutant('LAYER_CONTENT', 'composes messages', talk, () => ({ compose: notes.compose })),
  loading('LAYER_OUTPUT', 'loads a number', 42),
  loading('LAYER_OUTPUT', 'loads null for nothing', null),
  loading('LAYER_OUTPUT', 'loads an object without fragments', { text: 'A note.' }),
  loading('LAYER_OUTPUT', 'loads a list with holes', [...fragments, null]),
  loading('LAYER_OUTPUT', 'brings a tool without a schema', { fragments, tools: [{ name: 'search' }] }),
  loading('LAYER_OUTPUT', 'brings a tool with a schema object that knows no JSON Schema', {
    fragments,
    tools: [{ name: 'search', inputSchema: { '~standard': { version: 1, vendor: 'old', validate: () => ({}) } } }],
  }),
  loading('LAYER_OUTPUT', 'says that it left out "many"', { fragments, omitted: [{ count: 'many', reason: 'old' }] }),
  loading('LAYER_OUTPUT', 'gives notices as text', { fragments, notices: ['A file was cut.'] }),

  oneNote('LAYER_IDS', 'gives two notes one id', { id: 'note-1' }),
  oneNote('LAYER_IDS', 'gives an empty id', { id: '' }),
  oneNote('LAYER_IDS', 'gives no id', { id: undefined }),
  oneNote('LAYER_IDS', 'gives a number as id', { id: 7 }),

  oneNote('LAYER_CONTENT', 'gives messages to the system prompt', { content: [{ role: 'user', content: 'A note.' }] }),
  oneNote('LAYER_CONTENT', 'gives no content', { content: undefined }),
  layerMutant('LAYER_CONTENT', 'gives a fragment of no messages', talk, () => ({
    load: () => [{ id: 'a', content: [] }],
  })),

  oneMessage('LAYER_MESSAGES', 'gives a message a role of its own', { role: 'bot', content: 'Hello' }),
  oneMessage('LAYER_MESSAGES', 'gives a tool message as text', { role: 'tool', content: 'found' }),
  oneMessage('LAYER_MESSAGES', 'gives a call in the OpenAI form', { role: 'assistant', content: null, tool_calls: [] }),
  oneMessage('LAYER_MESSAGES', 'gives a call to the user', { role: 'user', content: [call] }),
  oneMessage('LAYER_MESSAGES', 'gives a call without an id', {
    role: 'assistant',
    content: [{ ...call, toolCallId: undefined }],
  }),
  oneMessage('LAYER_MESSAGES', 'gives a result as bare text', {
    role: 'tool',
    content: [{ ...call, type: 'tool-result', output: 'found' }],
  }),
  oneMessage('LAYER_MESSAGES', 'gives JSON as the text of a result', result({ type: 'text', value: { found: 1 } })),
  oneMessage('LAYER_MESSAGES', 'gives a result a kind of its own', result({ type: 'html', value: '<p>' })),
  oneMessage(
    'LAYER_MESSAGES',
    'denies a call with a reason that is no text',
    result({ type: 'execution-denied', reason: 7 }),
  ),
  oneMessage('LAYER_MESSAGES', 'gives the pieces of a result as one', result({ type: 'content', value: 'found' })),
  oneMessage(
    'LAYER_MESSAGES',
    'gives an image of a result without its data',
    result({
      type: 'content',
      value: [{ type: 'image-data', url: 'https://x.test' }],
    }),
  ),
  oneMessage('LAYER_MESSAGES', 'asks a person without saying about what', {
    role: 'assistant',
    content: [call, { type: 'tool-approval-request', approvalId: 'a1' }],
  }),
  oneMessage('LAYER_MESSAGES', 'lets the model answer for the person', {
    role: 'assistant',
    content: [call, { type: 'tool-approval-response', approvalId: 'a1', approved: true }],
  }),
  oneMessage('LAYER_MESSAGES', 'gives the word of a person as a word', {
    role: 'tool',
    content: [{ type: 'tool-approval-response', approvalId: 'a1', approved: 'yes' }],
  }),
  oneMessage('LAYER_MESSAGES', 'gives a file without a media type', {
    role: 'user',
    content: [{ type: 'file', data: 'aGk=' }],
  }),

  oneNote('LAYER_FRAGMENT', 'gives a rank that is not finite', { rank: Number.POSITIVE_INFINITY }),
  oneNote('LAYER_FRAGMENT', 'pins with a word', { pinned: 'yes' }),
  oneNote('LAYER_FRAGMENT', 'groups by number', { group: 7 }),
  oneNote('LAYER_FRAGMENT', 'gives half a page', { page: 0.5 }),
  oneNote('LAYER_FRAGMENT', 'gives an origin that nobody trusts or distrusts', { origin: { by: 'someone' } }),

  oneNote('LAYER_SHORTER', 'gives one shorter text, not a list', { shorter: 'The launch', tokens: undefined }),
  oneNote('LAYER_SHORTER', 'gives a shorter rendering that is longer', { shorter: ['x'.repeat(99)] }),
  oneNote('LAYER_SHORTER', 'gives the shortest rendering first', { shorter: ['The', 'The launch'], tokens: undefined }),
  oneNote('LAYER_SHORTER', 'gives messages as a shorter text', { shorter: [[{ role: 'user', content: 'x' }]] }),
  layerMutant('LAYER_SHORTER', 'loses a tool call when it shortens', talk, () => ({
    load: () => [{ id: 'a', content: [called], shorter: [[{ role: 'assistant', content: 'I search.' }]] }],
  })),

  layerMutant('LAYER_SHORTER', 'loses the question to a person when it shortens', talk, () => ({
    load: () => [{ id: 'a', content: [{ role: 'assistant', content: [call, request] }], shorter: [[called]] }],
  })),

  oneNote('LAYER_TOKENS', 'counts the full text only', { tokens: [24] }),
  oneNote('LAYER_TOKENS', 'gives estimates that are not whole', { tokens: [6.25, 3] }),
  oneNote('LAYER_TOKENS', 'gives -1 for a rung it has not counted', { tokens: [24, -1] }),
]
