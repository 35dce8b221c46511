import { checkOptions, mustBeFunction, mustBeObject, mustBeOneOf } from '@lamella/core/plugin'
import { compareRequests, type PrefixReport } from './compare-requests.ts'
import { checkReasoning } from './reasoning-chain.ts'
import { type PrefixFormat, places, type RequestItem, requestItems } from './request-items.ts'
import { headOf, type SignedSummary, type SummaryProblem, summaryProblem } from './summaries.ts'
import { type BoundThought, checkThinking, type InvalidThinking, type Signed } from './thinking-chain.ts'

/** Settings of `prefixServer`. */
export interface PrefixServerOptions {
  /**
   * How the API handles a request whose thinking is no longer valid: answers 400, or drops that thinking and every
   * later block. A request with `thinking.block_binding.prefix_mismatch_behavior: 'drop_block'` is never refused.
   * Default `'refuse'`.
   */
  readonly onMismatch?: 'refuse' | 'drop'
  /** The content of each answer without its thinking: blocks of Anthropic, or output items of Responses. Default: one text. */
  readonly answer?: (request: object, number: number) => readonly object[]
}

/** The server's answer to one request. */
export interface PrefixReply {
  readonly status: 200 | 400
  /** The answer as Anthropic or Responses write it, or an error; `undefined` for formats without bound thinking. */
  readonly body: object | undefined
  /** How far the request repeats the last accepted one; `undefined` for the first request. */
  readonly prefix: PrefixReport | undefined
  /** Thinking blocks or reasoning items in the request. */
  readonly thinking: number
  /** Those that are no longer valid. */
  readonly invalid: readonly InvalidThinking[]
}

/** A stand-in for a provider that checks the requests of a conversation. Each server handles one conversation. */
export interface PrefixServer {
  /** Checks a request and answers it. */
  send(request: object): PrefixReply
}

/**
 * Creates a server that checks requests as the provider does, for tests without a network. For Anthropic it signs a
 * thinking block for each answer, binds it to everything before it, and refuses a request in which that has changed. It
 * summarizes on request (`compaction`), signs the summary, and refuses one that is not first, changed or not alone. For
 * Responses it does what GPT-6.2 does: it removes reasoning whose prefix has changed, reports that in `input_transformations`
 * of each answer to a request that has the item, and refuses encrypted content that it did not create.
 * For every format it reports the first character that differs from the previous request, ignoring cache marks.
 *
 * @example
 * const server = prefixServer('anthropic')
 * const request = { model: 'claude-opus-5-5', messages: [{ role: 'user', content: 'Hello' }] }
 * server.send(request).status // 200
 * server.send(request).prefix?.extends // true
 */
export function prefixServer(format: PrefixFormat, options: PrefixServerOptions = {}): PrefixServer {
  const { onMismatch = 'refuse', answer = format === 'openai-responses' ? messageAnswer : textAnswer } = checkOptions(
    'prefixServer',
    options,
    { onMismatch: mustBeOneOf(['refuse', 'drop']), answer: mustBeFunction },
  )
  checkOptions('prefixServer', { format }, { format: mustBeOneOf(Object.keys(places)) }, ['format'])
  const thoughts = new Map<string, BoundThought>()
  const summaries = new Map<string, SignedSummary>()
  const signed: Signed = { thought: (key) => thoughts.get(key), summary: (key) => summaries.get(key) }
  let before: readonly RequestItem[] | undefined
  let answers = 0
  return {
    send: (request) => {
      checkOptions('send', { request }, { request: mustBeObject }, ['request'])
      const items = requestItems(format, request)
      const prefix = before && compareRequests(before, items)
      if (format === 'openai-responses') {
        const { items: reasoning, invalid, removed, bound } = checkReasoning(request, (key) => thoughts.get(key))
        const found = { prefix, thinking: reasoning, invalid }
        const unknown = invalid.find(({ why }) => why === 'unknown')
        if (unknown) return { status: 400, body: undecryptable(unknown), ...found }
        before = items
        const key = `encrypted-${++answers}-${bound.binding}`
        thoughts.set(key, bound)
        const thought = { type: 'reasoning', id: `rs_${answers}`, summary: [], encrypted_content: key }
        return { status: 200, body: response([thought, ...answer(request, answers)], removed, answers), ...found }
      }
      if (format !== 'anthropic') {
        before = items
        return { status: 200, body: undefined, prefix, thinking: 0, invalid: [] }
      }
      const { blocks, invalid, binding, end, summary } = checkThinking(request, signed)
      const found = { prefix, thinking: blocks, invalid }
      const problem = summaryProblem(request, signed.summary)
      if (problem) return { status: 400, body: summaryRefusal(problem), ...found }
      const refused = invalid.find(({ why }) => why === 'unknown' || !(onMismatch === 'drop' || mayDrop(request)))
      if (refused) return { status: 400, body: refusal(refused), ...found }
      answers++
      if ((request as { readonly compaction?: unknown }).compaction !== undefined) {
        const signature = `summary-${answers}-${end.binding}`
        const block = { type: 'compaction', content: `Summary ${answers}.`, signature, encrypted_content: null }
        const includes = new Set(summary === undefined ? [] : [summary, ...(summaries.get(summary)?.includes ?? [])])
        summaries.set(signature, { block, head: headOf(request), ...end, includes })
        return { status: 200, body: message([block], 'compaction'), ...found }
      }
      before = items
      // The API writes a summary at a threshold before it thinks.
      const said = answer(request, answers)
      const first = said.findIndex((block) => (block as { readonly type?: unknown }).type !== 'compaction')
      const own = first > 0 ? bindingAfter(request, said.slice(0, first), signed) : binding
      const signature = `signed-${answers}-${own}`
      thoughts.set(signature, { binding: own, summary })
      const thought = { type: 'thinking', thinking: `Thought ${answers}.`, signature }
      const content = [...said.slice(0, Math.max(0, first)), thought, ...said.slice(Math.max(0, first))]
      return { status: 200, body: message(content, 'end_turn'), ...found }
    },
  }
}

function message(content: readonly object[], reason: string): object {
  return { type: 'message', role: 'assistant', content, stop_reason: reason }
}

/** What thinking after the blocks of an answer is bound to. */
function bindingAfter(request: object, content: readonly object[], signed: Signed): string {
  const { messages } = request as { readonly messages: readonly unknown[] }
  return checkThinking({ ...request, messages: [...messages, { role: 'assistant', content }] }, signed).binding
}

function summaryRefusal({ message: text, code }: SummaryProblem): object {
  const details = code === undefined ? {} : { details: { error_code: code } }
  return { type: 'error', error: { type: 'invalid_request_error', message: text, ...details } }
}

function textAnswer(_: object, number: number): readonly object[] {
  return [{ type: 'text', text: `Answer ${number}.` }]
}

function response(output: readonly object[], removed: readonly object[], number: number): object {
  return { id: `resp_${number}`, object: 'response', status: 'completed', output, input_transformations: removed }
}

function messageAnswer(_: object, number: number): readonly object[] {
  const content = [{ type: 'output_text', text: `Answer ${number}.`, annotations: [] }]
  return [{ type: 'message', id: `msg_${number}`, role: 'assistant', status: 'completed', content }]
}

/** Source of the code: openai/codex#8119 and #17541, read on 2026-11-27. */
function undecryptable({ path }: InvalidThinking): object {
  const message = `The encrypted content of ${path} could not be verified.`
  return { error: { type: 'invalid_request_error', code: 'invalid_encrypted_content', param: path, message } }
}

function mayDrop(request: object): boolean {
  const { thinking } = request as { thinking?: { block_binding?: { prefix_mismatch_behavior?: unknown } } }
  return thinking?.block_binding?.prefix_mismatch_behavior === 'drop_block'
}

function refusal({ path, why }: InvalidThinking): object {
  const said =
    why === 'prefix' ? 'The block is bound to a different conversation.' : 'Invalid signature in thinking block.'
  return { type: 'error', error: { type: 'invalid_request_error', message: `${path}: ${said}` } }
}
