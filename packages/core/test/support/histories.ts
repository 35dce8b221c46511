import type { AssistantPart, Message, ToolCallPart, ToolPart, ToolResultPart } from '@lamella/core'
import fc from 'fast-check'

interface Calls {
  readonly kind: 'calls'
  readonly calls: readonly Called[]
  /** Whether a user message precedes the answers to the calls. */
  readonly late: boolean
  /** Whether results are shuffled before approvals, and requests before calls. */
  readonly mixed: boolean
}

interface Called {
  readonly id: number
  readonly answer: 'none' | 'after' | 'inline' | 'twice'
  readonly byProvider: boolean
  readonly asked: 'no' | 'asked' | 'approved' | 'denied' | 'both'
}

type Piece =
  | { readonly kind: 'user' | 'assistant' | 'thought' | 'system'; readonly text: string }
  | { readonly kind: 'orphan' | 'inline orphan' | 'request' | 'response' | 'thoughtful request'; readonly id: number }
  | Calls

const call = (id: number, byProvider = false): ToolCallPart => {
  const part: ToolCallPart = { type: 'tool-call', toolCallId: `c${id}`, toolName: 'look', input: { id } }
  return byProvider ? { ...part, providerExecuted: true } : part
}
const result = (id: number): ToolResultPart => {
  return { type: 'tool-result', toolCallId: `c${id}`, toolName: 'look', output: { type: 'text', value: `r${id}` } }
}
const request = (id: number): AssistantPart => {
  return { type: 'tool-approval-request', approvalId: `a${id}`, toolCallId: `c${id}` }
}
const response = (id: number, approved: boolean): ToolPart => {
  const part: ToolPart = { type: 'tool-approval-response', approvalId: `a${id}`, approved }
  return approved ? part : { ...part, reason: 'Not now.' }
}

const text = fc.string({ minLength: 1, maxLength: 12 })
const id = fc.integer({ min: 0, max: 3 })
const often = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 2 * others.length, arbitrary: fc.constant(usual) }, fc.constantFrom(...others))

const called: fc.Arbitrary<Called> = fc.record({
  id,
  answer: fc.constantFrom('none', 'after', 'after', 'after', 'inline', 'twice'),
  byProvider: often(false, true),
  asked: often('no', 'asked', 'approved', 'denied', 'both'),
})
const calls: fc.Arbitrary<Calls> = fc.record({
  kind: fc.constant('calls'),
  calls: fc.array(called, { minLength: 1, maxLength: 3 }),
  late: often(false, true),
  mixed: often(false, true),
})

const piece: fc.Arbitrary<Piece> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('user' as const), text }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('assistant' as const), text }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('thought' as const, 'system' as const), text }) },
  { weight: 6, arbitrary: calls },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('orphan', 'inline orphan', 'request', 'response', 'thoughtful request'),
      id,
    }),
  },
)

/** Calls at the end, most of which need approval. */
const lastCalls: fc.Arbitrary<Calls> = fc.record({
  kind: fc.constant('calls'),
  calls: fc.array(
    fc.record({
      id,
      answer: fc.constantFrom('none', 'none', 'after'),
      byProvider: fc.constant(false),
      asked: fc.constantFrom('asked', 'approved', 'approved', 'denied', 'no'),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  late: fc.constant(false),
  mixed: often(false, true),
})

/**
 * Realistic conversations: ids reused, calls unanswered, results late, duplicate or orphaned; calls that the provider
 * ran, and calls that need approval.
 */
export const histories = (maxLength = 12): fc.Arbitrary<readonly Message[]> =>
  fc
    .tuple(fc.array(piece, { maxLength }), fc.option(lastCalls, { freq: 3 }))
    .map(([pieces, last]) => [...pieces, ...(last ? [last] : [])].flatMap(messagesOf))

function messagesOf(one: Piece): readonly Message[] {
  switch (one.kind) {
    case 'user':
    case 'assistant':
    case 'system':
      return [{ role: one.kind, content: one.text }]
    case 'thought':
      return [{ role: 'assistant', content: [{ type: 'reasoning', text: one.text }] }]
    case 'thoughtful request':
      return [{ role: 'assistant', content: [{ type: 'reasoning', text: 'hm' }, request(one.id)] }]
    case 'request':
      return [{ role: 'assistant', content: [{ type: 'text', text: 'May I?' }, request(one.id)] }]
    case 'inline orphan':
      return [{ role: 'assistant', content: [{ type: 'text', text: 'Found.' }, result(one.id)] }]
    case 'orphan':
      return [{ role: 'tool', content: [result(one.id)] }]
    case 'response':
      return [{ role: 'tool', content: [response(one.id, false), result(one.id)] }]
    case 'calls':
      return callMessages(one)
  }
}

function callMessages({ calls, late, mixed }: Calls): readonly Message[] {
  const content = calls.flatMap(({ id, answer, byProvider, asked }): readonly AssistantPart[] => {
    const requests = asked === 'no' ? [] : [request(id)]
    const inline = answer === 'inline' ? [result(id)] : []
    return mixed ? [...requests, call(id, byProvider), ...inline] : [call(id, byProvider), ...requests, ...inline]
  })
  const answers = calls.flatMap(({ id, answer, asked }): readonly ToolPart[] => {
    const said = asked === 'no' || asked === 'asked' ? [] : [response(id, asked !== 'denied')]
    const both = asked === 'both' ? [...said, response(id, false)] : said
    const results = answer === 'after' ? [result(id)] : answer === 'twice' ? [result(id), result(id)] : []
    return mixed ? [...results, ...both] : [...both, ...results]
  })
  const half = mixed ? Math.ceil(answers.length / 2) : answers.length
  const after = [answers.slice(0, half), answers.slice(half)].filter((parts) => parts.length > 0)
  return [
    { role: 'assistant', content },
    ...(late ? [{ role: 'user', content: 'meanwhile' } as const] : []),
    ...after.map((parts): Message => ({ role: 'tool', content: parts })),
  ]
}
