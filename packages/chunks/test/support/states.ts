import type { MemoryChunk } from '@lamella/chunks'
import fc from 'fast-check'
import { hostileText } from './hostile.ts'

type Body = MemoryChunk extends infer Chunk ? (Chunk extends MemoryChunk ? Omit<Chunk, 'id'> : never) : never

// Few, so that they collide and are reused.
const callId = fc.constantFrom('1', '2', '__proto__', '"<&>\r')
const agent = fc.constantFrom('a', 'b')
const text = fc.oneof({ weight: 3, arbitrary: fc.string({ maxLength: 20 }) }, hostileText)
const long = fc.integer({ min: 1, max: 1_200 }).map((count) => 'word '.repeat(count))
const content: fc.Arbitrary<unknown> = fc.oneof({ weight: 4, arbitrary: text }, long, fc.jsonValue({ maxDepth: 2 }))
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined })

/** Metadata without the fields that are `undefined`. */
const record = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
  fc
    .record({ ...fields, priority: often(undefined, -1, 1, 7.5), pinned: often(undefined, undefined, true) })
    .map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)))

function often<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, fc.constantFrom(...others))
}

const of = (type: string, subType: string | undefined, fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.tuple(content, record(fields)).map(([value, metadata]) => {
    return { type, ...(subType === undefined ? {} : { subType }), content: value, metadata } as unknown as Body
  })

const body: fc.Arbitrary<Body> = fc.oneof(
  of('SYSTEM', undefined, {}),
  { weight: 3, arbitrary: of('AGENT', undefined, { role: fc.constant('user') }) },
  {
    weight: 3,
    arbitrary: of('AGENT', undefined, {
      role: fc.constant('assistant'),
      action: often(undefined, 'clarification', '"'),
    }),
  },
  {
    weight: 4,
    arbitrary: of('WORKFLOW', 'TOOL_CALL', {
      tool: text,
      callId,
      status: maybe(text),
      providerExecuted: often(undefined, true),
    }),
  },
  of('WORKFLOW', 'SKILL_CALL', { skill: text, callId }),
  of('DELEGATION', 'SPAWN_SUBAGENT', { subagentId: agent, agentType: maybe(text) }),
  of('DELEGATION', 'MESSAGE_TO_SUBAGENT', { subagentId: agent }),
  of('DELEGATION', 'SUBAGENT_RESULT', { subagentId: agent, success: maybe(fc.boolean()) }),
  of('DELEGATION', 'PARENT_MESSAGE', { parentAgentId: text }),
  { weight: 4, arbitrary: of('ENVIRONMENT', 'TOOL_RESULT', { tool: text, callId, success: maybe(fc.boolean()) }) },
  of('ENVIRONMENT', 'SKILL_RESULT', { skill: text, callId, error: maybe(fc.boolean()) }),
  of('WORKING_FLOW', 'COMPACTED', { compactedAt: maybe(fc.oneof(text, fc.nat())), originalCount: maybe(fc.nat()) }),
  of('WORKING_FLOW', 'TODO_UPDATE', { action: maybe(text) }),
  { weight: 2, arbitrary: of('WORKING_FLOW', 'THINKING', {}) },
  of('WORKING_FLOW', 'USER', {}),
  of('OUTPUT', 'COMPLETED', {}),
  of('OUTPUT', 'ABANDONED', { reason: maybe(text) }),
  of('OUTPUT', 'TERMINATED', { terminatedBy: maybe(text) }),
  of('CUSTOM', undefined, {
    tag: often(undefined, 'note', 'tool_result'),
    role: often(undefined, 'system', 'assistant'),
    attributes: maybe(fc.constantFrom({ a: '<"&\n>' }, { constructor: 1, b: false })),
    callId: maybe(callId),
  }),
)

/** Chunks of every kind with unusual, unique ids; calls and results are not paired. */
export const chunkLists = (maxLength = 14): fc.Arbitrary<readonly MemoryChunk[]> =>
  fc
    .array(fc.tuple(body, fc.constantFrom('c', '__proto__', 'a"<&>\n', 'x:result')), { maxLength })
    .map((list) => list.map(([one, id], index) => ({ ...one, id: `${id}${index}` }) as MemoryChunk))
