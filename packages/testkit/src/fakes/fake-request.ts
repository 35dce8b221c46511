import type { ContextTool, LayerRequest, Message, ToolOutput } from '@lamella/core'
import { checkOptions, mustBeObject } from '@lamella/core/plugin'
import { contentText, messageText } from './content-text.ts'
import { fakeSession } from './fake-session.ts'

/**
 * Creates a complete request for `layer.load` in tests: a scope, a message, a session with a tool call in it, a tool, a
 * fixed time, room for 10,000 tokens, a signal that never aborts, and a count by characters. Every call creates new
 * objects. `query` is derived from the message unless given.
 *
 * @example
 * const output = await motto.load(fakeRequest({ now: undefined }))
 */
export function fakeRequest<Needs extends object = object>(
  overrides?: Partial<LayerRequest> & Needs,
): LayerRequest & Needs {
  checkOptions('fakeRequest', { overrides }, { overrides: mustBeObject })
  const message: LayerRequest['message'] =
    overrides && 'message' in overrides
      ? overrides.message
      : { role: 'user', content: 'What did we decide about the launch?' }
  const request: LayerRequest = {
    scope: { tenant: 'acme', user: 'ada', agent: 'scribe', session: 's1', kind: 'private' },
    message,
    query: message ? messageText(message) : '',
    session: fakeSession(conversation()),
    tools: [searchTool()],
    now: new Date('2026-05-12T09:30:00Z'),
    limit: 10_000,
    signal: new AbortController().signal,
    count: (content) => contentText(content).length,
  }
  return { ...request, ...(overrides as Partial<LayerRequest> & Needs) }
}

function conversation(): readonly Message[] {
  const call = { toolCallId: 'call-1', toolName: 'search' }
  const found: ToolOutput = { type: 'json', value: { hits: ['launch-plan.md'] } }
  return [
    { role: 'user', content: 'Find the launch plan.' },
    { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { text: 'launch plan' } }] },
    { role: 'tool', content: [{ type: 'tool-result', ...call, output: found }] },
    { role: 'assistant', content: 'It is in launch-plan.md: the launch is on June 3.' },
    { role: 'user', content: [{ type: 'text', text: 'Thanks. Who knows of it?' }] },
    { role: 'assistant', content: 'Ada does, the vendors do not.' },
  ]
}

function searchTool(): ContextTool {
  return {
    name: 'search',
    description: 'Finds documents by words.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  }
}
