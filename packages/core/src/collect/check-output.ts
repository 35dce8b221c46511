import type { Fragment, FragmentContent } from '../contract/fragment.ts'
import type { Layer, LayerResult } from '../contract/layer.ts'
import type { Message } from '../contract/message.ts'
import { coreError, type LamellaError } from '../errors.ts'
import { withoutUpdateMarks } from '../messages/marks.ts'
import { messageProblem } from '../messages/message-problem.ts'
import { escapeFences } from '../text/escape.ts'

/**
 * Checks whether a layer's fragments are texts that are joined: a part of the system prompt, or with `compose` a user
 * message.
 */
export function isTextLayer({ placement, compose }: Pick<Layer, 'placement' | 'compose'>): boolean {
  return placement === 'system' || compose !== undefined
}

/**
 * Normalizes what a layer loaded to its full form and validates it. Text in a `messages` layer becomes a user message
 * here, so that later stages need not handle the short forms.
 *
 * @param passed Messages that were checked already: those of the request.
 * @throws LamellaError `LAYER_OUTPUT_INVALID`
 */
export function checkOutput(layer: Layer, output: unknown, passed: WeakSet<Message>): LayerResult {
  const fail = (problem: string): never => {
    throw coreError(
      'LAYER_OUTPUT_INVALID',
      `Layer '${layer.name}' returned invalid output: ${problem}.`,
      'Return text, fragments, or an object with fragments; layerSuite of @lamella/testkit finds the broken rule.',
      { layer: layer.name, problem },
    )
  }
  if (output === undefined) return { fragments: [] }
  if (typeof output === 'string') return { fragments: normal([{ id: 'text', content: output }], layer) }
  const result = (Array.isArray(output) ? { fragments: output } : output) as LayerResult
  if (!Array.isArray(result?.fragments)) fail("it has no array 'fragments'")
  const ids = new Set<string>()
  for (let index = 0; index < result.fragments.length; index++) {
    const fragment = result.fragments[index] as Fragment
    const problem = fragmentProblem(fragment, layer, passed)
    if (problem) fail(`fragment ${index} ${problem}`)
    if (ids.has(fragment.id)) fail(`two fragments have the id '${fragment.id}'`)
    ids.add(fragment.id)
  }
  for (const key of ['tools', 'omitted', 'notices', 'revoked'] as const) {
    if (result[key] !== undefined && !Array.isArray(result[key])) fail(`'${key}' is not an array`)
  }
  return { ...result, fragments: normal(result.fragments, layer) }
}

function normal(fragments: readonly Fragment[], layer: Layer): readonly Fragment[] {
  if (isTextLayer(layer) || fragments.every(isNormal)) return fragments
  const messages = (content: FragmentContent): readonly Message[] =>
    typeof content === 'string' ? [{ role: 'user', content: escapeFences(content) }] : withoutUpdateMarks(content)
  return fragments.map((fragment) => {
    const { shorter } = fragment
    const content = messages(fragment.content)
    return shorter ? { ...fragment, content, shorter: shorter.map(messages) } : { ...fragment, content }
  })
}

/** Whether a fragment has messages, none of which is marked as an update of a run: only the builder writes those. */
function isNormal({ content, shorter }: Fragment): boolean {
  if (typeof content === 'string' || withoutUpdateMarks(content) !== content) return false
  return shorter === undefined || shorter.every((rung) => typeof rung === 'string' || withoutUpdateMarks(rung) === rung)
}

function fragmentProblem(
  fragment: Fragment | null | undefined,
  layer: Layer,
  passed: WeakSet<Message>,
): string | undefined {
  if (typeof fragment !== 'object' || fragment === null) return 'is not an object'
  const { id, content, rank, page, position, group, pinned, shorter, tokens, update } = fragment
  if (typeof id !== 'string' || id === '') return 'has no id'
  const problem = contentProblem(content, layer, passed)
  if (problem) return `'${id}': content ${problem}`
  // Field by field: iterating over a list of checks takes a fifth of the build time when everything fits.
  if (rank !== undefined && !Number.isFinite(rank)) return `'${id}': rank is not a finite number`
  if (page !== undefined && !Number.isSafeInteger(page)) return `'${id}': page is not a whole number`
  if (position !== undefined && !(Number.isSafeInteger(position) && position >= 0)) {
    return `'${id}': position is not a whole number, 0 or more`
  }
  if (group !== undefined && typeof group !== 'string') return `'${id}': group is not text`
  if (update !== undefined && update !== 'add' && update !== 'replace' && update !== 'hold') {
    return `'${id}': update is not add, replace or hold`
  }
  if (pinned !== undefined && typeof pinned !== 'boolean') return `'${id}': pinned is not true or false`
  if (shorter !== undefined) {
    if (!Array.isArray(shorter)) return `'${id}': shorter is not an array`
    for (const rung of shorter) {
      const wrong = contentProblem(rung, layer, passed)
      if (wrong) return `'${id}': a shorter rendering ${wrong}`
      if (!sameTools(content, rung)) return `'${id}': a shorter rendering has other tool calls, results or approvals`
    }
  }
  if (tokens !== undefined) {
    if (!Array.isArray(tokens) || tokens.length !== (shorter?.length ?? 0) + 1) {
      return `'${id}': tokens must be one number per rung`
    }
    if (!tokens.every((count) => Number.isSafeInteger(count) && count >= 0)) {
      return `'${id}': tokens must be whole numbers, 0 or more`
    }
  }
  return undefined
}

function contentProblem(content: unknown, layer: Layer, passed: WeakSet<Message>): string | undefined {
  if (typeof content === 'string') return undefined
  if (isTextLayer(layer)) return 'must be text in a layer with placement "system" or compose'
  if (!Array.isArray(content)) return 'is neither text nor an array of messages'
  if (content.length === 0) return 'has no message'
  for (let index = 0; index < content.length; index++) {
    if (passed.has(content[index])) continue
    const found = messageProblem(content[index])
    if (found) return `has an invalid message: [${index}]${found.path} ${found.problem}`
  }
  return undefined
}

/** A shorter rendering must have the same calls, results and approvals: their counterparts may be in other fragments. */
function sameTools(full: FragmentContent, shorter: FragmentContent): boolean {
  return toolIds(full) === toolIds(shorter)
}

function toolIds(content: FragmentContent): string {
  if (typeof content === 'string') return ''
  const ids: string[] = []
  for (const message of content) {
    if (typeof message.content === 'string') continue
    for (const part of message.content) {
      if (part.type === 'tool-call' || part.type === 'tool-result') ids.push(`${part.type}:${part.toolCallId}`)
      if (part.type === 'tool-approval-request' || part.type === 'tool-approval-response') {
        ids.push(`${part.type}:${part.approvalId}`)
      }
    }
  }
  return JSON.stringify(ids)
}

/** A layer and the fragments it returned. */
interface Returned {
  readonly layer: Layer
  readonly result: { readonly fragments: readonly Fragment[] }
}

/**
 * Checks that messages of the session are in the order of their positions, whichever layers they are from, and each
 * once: a later request of a run puts them in that order, and would not repeat this one.
 *
 * @throws LamellaError `LAYER_OUTPUT_INVALID`
 */
export function checkPositions(sources: readonly Returned[]): void {
  let last: { readonly layer: string; readonly position: number } | undefined
  for (const { layer, result } of sources) {
    if (isTextLayer(layer)) continue
    for (const { position } of result.fragments) {
      if (position === undefined) continue
      if (last && position <= last.position) throw outOfOrder(layer.name, position, last)
      last = { layer: layer.name, position }
    }
  }
}

function outOfOrder(
  layer: string,
  position: number,
  last: { readonly layer: string; readonly position: number },
): LamellaError<'LAYER_OUTPUT_INVALID'> {
  const problem = `its message at position ${position} of the session follows position ${last.position} of layer '${last.layer}'`
  return coreError(
    'LAYER_OUTPUT_INVALID',
    `Layer '${layer}': ${problem}.`,
    'Return messages of the session in the order of their positions, each from one layer, and order the layers in the same way.',
    { layer, problem },
  )
}
