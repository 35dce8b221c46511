import type { Fragment, FragmentContent } from '../contract/fragment.ts'
import type { Layer, LayerResult } from '../contract/layer.ts'
import type { Message, Part } from '../contract/message.ts'
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
    throw invalid(layer, problem)
  }
  if (output === undefined) return { fragments: [] }
  if (typeof output === 'string') return { fragments: normal([{ id: 'text', content: output }], layer) }
  const result = (Array.isArray(output) ? { fragments: output } : output) as LayerResult
  if (!Array.isArray(result?.fragments)) fail("it has no array 'fragments'")
  const ids = new Set<string>()
  for (let index = 0; index < result.fragments.length; index++) {
    const fragment = result.fragments[index] as Fragment
    const problem = fragmentProblem(fragment, layer, passed)
    if (problem) fail(`fragment ${index} ${fragment?.id ? `'${fragment.id}': ` : ''}${problem}`)
    if (ids.has(fragment.id)) fail(`two fragments have the id '${fragment.id}'`)
    ids.add(fragment.id)
  }
  for (const key of ['tools', 'omitted', 'notices', 'revoked'] as const) {
    if (result[key] !== undefined && !Array.isArray(result[key])) fail(`'${key}' is not an array`)
  }
  return { ...result, fragments: normal(result.fragments, layer) }
}

/** Texts become messages, and lose the marks and tags of updates: only the builder writes those. The same list if nothing changes. */
function normal(fragments: readonly Fragment[], layer: Layer): readonly Fragment[] {
  const messages = (content: FragmentContent): readonly Message[] =>
    typeof content === 'string' ? [{ role: 'user', content: escapeFences(content) }] : withoutUpdateMarks(content)
  const isNormal = (content: FragmentContent): boolean => messages(content) === content
  if (isTextLayer(layer)) return fragments
  if (fragments.every(({ content, shorter }) => isNormal(content) && (shorter?.every(isNormal) ?? true)))
    return fragments
  return fragments.map((fragment) => {
    const { shorter } = fragment
    const content = messages(fragment.content)
    return shorter ? { ...fragment, content, shorter: shorter.map(messages) } : { ...fragment, content }
  })
}

function fragmentProblem(
  fragment: Fragment | null | undefined,
  layer: Layer,
  passed: WeakSet<Message>,
): string | undefined {
  if (typeof fragment !== 'object' || fragment === null) return 'is not an object'
  const { id, content, rank, page, position, group, pinned, shorter = [], tokens, update } = fragment
  if (typeof id !== 'string' || id === '') return 'has no id'
  // Field by field: iterating over a list of checks takes a fifth of the build time when everything fits.
  const problem = contentProblem(content, layer, passed)
  if (problem) return `content ${problem}`
  if (rank !== undefined && !Number.isFinite(rank)) return 'rank is not a finite number'
  if (page !== undefined && !Number.isSafeInteger(page)) return 'page is not a whole number'
  if (position !== undefined && !isCount(position)) return `position ${notCount}`
  if (group !== undefined && typeof group !== 'string') return 'group is not text'
  if (update !== undefined && update !== 'add' && update !== 'replace' && update !== 'hold') {
    return 'update is not add, replace or hold'
  }
  if (pinned !== undefined && typeof pinned !== 'boolean') return 'pinned is not true or false'
  if (!Array.isArray(shorter)) return 'shorter is not an array'
  for (const rung of shorter) {
    const wrong = contentProblem(rung, layer, passed)
    if (wrong) return `a shorter rendering ${wrong}`
    // Their counterparts may be in other fragments.
    if (toolIds(rung) !== toolIds(content)) return 'a shorter rendering has other tool calls, results or approvals'
  }
  if (tokens === undefined) return undefined
  if (!Array.isArray(tokens) || tokens.length !== shorter.length + 1) return 'tokens must be one number per rung'
  return tokens.every(isCount) ? undefined : `one of tokens ${notCount}`
}

const notCount = 'is not a whole number, 0 or more'

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
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

/** Returns the ids of the calls, results and approvals of a content, as text. */
function toolIds(content: FragmentContent): string {
  const parts =
    typeof content === 'string'
      ? []
      : content.flatMap((message): readonly Part[] => (typeof message.content === 'string' ? [] : message.content))
  return JSON.stringify(
    parts.flatMap((part) => {
      if ('approvalId' in part) return [part.type, part.approvalId]
      return 'toolCallId' in part ? [part.type, part.toolCallId] : []
    }),
  )
}

/**
 * Checks that messages of the session are in the order of their positions, whichever layers they are from, and each
 * once: a later request of a run puts them in that order, and would not repeat this one.
 *
 * @throws LamellaError `LAYER_OUTPUT_INVALID`
 */
export function checkPositions(
  sources: readonly { readonly layer: Layer; readonly result: Pick<LayerResult, 'fragments'> }[],
): void {
  let [last, lastLayer] = [-1, '']
  for (const { layer, result } of sources) {
    if (isTextLayer(layer)) continue
    for (const { position } of result.fragments) {
      if (position === undefined) continue
      if (position <= last) {
        throw invalid(layer, `position ${position} of the session follows position ${last} of layer '${lastLayer}'`)
      }
      last = position
      lastLayer = layer.name
    }
  }
}

function invalid({ name: layer }: Layer, problem: string): LamellaError<'LAYER_OUTPUT_INVALID'> {
  return coreError(
    'LAYER_OUTPUT_INVALID',
    `Layer '${layer}' returned invalid output: ${problem}.`,
    'Correct its load(request); layerSuite of @lamella/testkit finds the broken rule.',
    { layer, problem },
  )
}
