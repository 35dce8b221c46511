import { lose } from '../shared/ledger.ts'
import { type BedrockState, cachePoint, isOfAnotherVendor, maxCachePoints } from './fields.ts'
import { isNova } from './nova-schema.ts'
import type { BedrockBlock, BedrockCachePoint, BedrockConverseRequest, BedrockTool } from './types.ts'

/** Models of Anthropic without a prompt cache on Bedrock. Source: the page of `maxCachePoints`; pensarai/apex#943. */
const uncachedClaude = /claude-(?:instant|v2|3-(?:opus|sonnet|haiku)|3-5-sonnet-20240620)/

/**
 * Whether the model is known to reject a request with a cache point: "You invoked an unsupported model or your request did not
 * allow prompt caching" (403, BerriAI/litellm#39210, zeroclaw-labs/zeroclaw#7312; read in November 2026).
 */
export function refusesPoints(model: unknown): boolean {
  return typeof model === 'string' && ((isOfAnotherVendor(model) && !isNova(model)) || uncachedClaude.test(model))
}

/**
 * Whether a cache point may not follow a block: "messages.0.content.2.type: Field required" after a document
 * (strands-agents/harness-sdk#1966, aws-samples/amazon-bedrock-client-for-mac#119, pydantic/pydantic-ai#4207), "Cache point
 * cannot be inserted after reasoning block" (anomalyco/opencode#36517), and for Nova "extraneous key [cachePoint]" after a
 * result or an image (zeroclaw-labs/zeroclaw#8720, aws-samples/bedrock-engineer#71, aws-samples/generative-ai-use-cases#1077).
 */
export function refusesPointAfter(block: object, model: unknown): boolean {
  if ('document' in block || 'video' in block || 'reasoningContent' in block) return true
  return isNova(model) && ('toolResult' in block || 'image' in block)
}

/** Whether the model rejects a cache point after the tools: Nova (NousResearch/hermes-agent#97281, danny-avila/LibreChat#13838). */
export const refusesToolPoints: (model: unknown) => boolean = isNova

/** The parts of a request that can have cache points. */
interface Pointed extends Pick<BedrockConverseRequest, 'messages'> {
  readonly system: NonNullable<BedrockConverseRequest['system']>
  readonly tools: BedrockTool[]
}

type List = (BedrockBlock | BedrockTool)[]

/**
 * Puts the cache points where the model takes them: before a document that ends a message, not after it. Those that it takes
 * nowhere are dropped; the first ones if there are too many, since each later one includes everything before it. A point that
 * the context sets itself is then a loss.
 */
export function settlePoints(state: BedrockState, { tools, system, messages }: Pointed): void {
  const { model } = state.base
  const lists: List[] = [tools, system, ...messages.map(({ content }) => content)]
  if (refusesPoints(model)) drop(state, lists, `The model ${model} supports no cache points.`)
  if (refusesToolPoints(model)) drop(state, [tools], 'Nova supports no cache point after the tools.')
  for (const list of lists) placePoints(state, list)
  limitPoints(state, lists)
  orderTimes(state, lists)
}

function isPoint(block: object): block is BedrockCachePoint {
  return 'cachePoint' in block
}

function losePoint(state: BedrockState, point: BedrockCachePoint, message: string): void {
  if (point !== cachePoint) lose(state, 'cache', message)
}

function drop(state: BedrockState, lists: readonly List[], message: string): void {
  for (const list of lists) {
    for (const point of list.filter(isPoint)) losePoint(state, point, message)
    refill(
      list,
      list.filter((block) => !isPoint(block)),
    )
  }
}

function refill(list: List, blocks: List): void {
  list.length = 0
  for (const block of blocks) list.push(block)
}

function placePoints(state: BedrockState, list: List): void {
  const { model } = state.base
  const placed: List = []
  for (const block of list) {
    let place = placed.length
    while (isPoint(block) && place > 0 && refusesPointAfter(placed[place - 1] as object, model)) place--
    const before = placed[place - 1]
    if (!isPoint(block)) placed.push(block)
    else if (before === undefined) losePoint(state, block, 'Bedrock supports no cache point here.')
    else if (!isPoint(before)) placed.splice(place, 0, block)
  }
  refill(list, placed)
}

function limitPoints(state: BedrockState, lists: readonly List[]): void {
  let over = lists.flat().filter(isPoint).length - maxCachePoints
  if (over <= 0) return
  lose(state, 'cache', `Bedrock allows at most ${maxCachePoints} cache points: the first ${over} are dropped.`)
  for (const list of lists) {
    const kept = list.filter((block) => !isPoint(block) || over-- <= 0)
    refill(list, kept)
  }
}

/** Later points may not live longer than earlier ones (400, strands-agents/sdk-python#2121), and on Nova none lives for an hour. */
function orderTimes(state: BedrockState, lists: readonly List[]): void {
  let isShort = isNova(state.base.model)
  for (const list of lists) {
    for (const [index, block] of list.entries()) {
      if (!isPoint(block)) continue
      if (block.cachePoint.ttl !== '1h') isShort = true
      else if (isShort) {
        lose(
          state,
          'cache',
          'A one-hour cache point after a five-minute one, or for Nova, is sent as a five-minute one.',
        )
        list[index] = cachePoint
      }
    }
  }
}
