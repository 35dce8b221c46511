import { type ImageInfo, imageSize } from '@lamella/core/plugin'
import { isRecord } from '../shared/guards.ts'
import { fitWithin, type Pixels, pixelsOf, squaresOf } from '../shared/pixels.ts'
import {
  type ImageRule,
  imageRuleOf,
  type OpenAIImageDetail,
  type PatchLimits,
  type PatchRule,
  possibleRules,
  type TileRule,
} from './image-rules.ts'

/** An image as OpenAI counts it. */
export interface OpenAIImage {
  /** Pixels. */
  readonly width?: number | undefined
  /** Pixels. */
  readonly height?: number | undefined
  /** Default `auto`, as in the API. */
  readonly detail?: OpenAIImageDetail | undefined
  readonly model?: string | undefined
}

/**
 * Tokens that OpenAI counts for an image: patches of 32 pixels or tiles of 512, by model and detail. Equal to the examples
 * that OpenAI publishes; billing may differ by one for its rounding.
 *
 * Without a size it is what the largest image costs. GPT-5.6 and later take 36,000 tokens for that; here it is 14,364, a
 * photo of 12 megapixels. Without a model that is known it is the most of any but GPT-4o mini.
 *
 * @example
 * openaiImageTokens({ width: 1024, height: 1024, detail: 'high', model: 'gpt-5.4' }) // 1229
 * openaiImageTokens({ width: 2048, height: 4096, detail: 'high', model: 'gpt-4o' }) // 1105
 */
export function openaiImageTokens({ width, height, detail = 'auto', model }: OpenAIImage): number {
  const rule = model === undefined ? undefined : imageRuleOf(model)
  const pixels = pixelsOf(width, height)
  if (rule) return tokensBy(rule, pixels, detail)
  return Math.max(...possibleRules().map((one) => tokensBy(one, pixels, detail)))
}

/** The same for what a framing is told. The detail is in the options of the part, as in the AI SDK. */
export function measureOpenAIImage({ data, providerOptions }: ImageInfo, model: string | undefined): number {
  const size = data === undefined ? undefined : imageSize(data)
  const fields: unknown = providerOptions?.['openai']
  const detail: unknown = isRecord(fields) ? fields['imageDetail'] : undefined
  return openaiImageTokens({ width: size?.width, height: size?.height, detail: detailOf(detail), model })
}

const details: readonly unknown[] = ['low', 'high', 'original'] satisfies OpenAIImageDetail[]

/** What the encoder sends, too, for what it does not know. */
function detailOf(value: unknown): OpenAIImageDetail {
  return details.includes(value) ? (value as OpenAIImageDetail) : 'auto'
}

function tokensBy(rule: ImageRule, pixels: Pixels | undefined, detail: OpenAIImageDetail): number {
  return rule.kind === 'tiles' ? tokensOfTiles(rule, pixels, detail) : tokensOfPatches(rule, pixels, detail)
}

const tileSide = 512
const patchSide = 32
/** A photo of 4,032 x 3,024 pixels: the size that is taken for the largest where there is no limit. */
const photoPatches = 126 * 95

/** Into a square of 2,048, then the shorter side to 768. The largest are 2 by 4 tiles. */
function tokensOfTiles({ base, tile }: TileRule, pixels: Pixels | undefined, detail: OpenAIImageDetail): number {
  if (detail === 'low') return base
  if (pixels === undefined) return base + 8 * tile
  const { width, height } = fitWithin(pixels, 2_048)
  const factor = Math.min(1, 768 / Math.min(width, height))
  const small = { width: Math.floor(width * factor), height: Math.floor(height * factor) }
  return base + tile * squaresOf(small, tileSide)
}

function tokensOfPatches(rule: PatchRule, pixels: Pixels | undefined, detail: OpenAIImageDetail): number {
  const limits = rule[detail === 'auto' ? rule.auto : detail]
  const patches = pixels === undefined ? mostOf(limits) : patchesWithin(fitWithin(pixels, limits.edge), limits)
  return Math.ceil((patches * rule.per100) / 100)
}

function mostOf({ edge, patches }: PatchLimits): number {
  return Math.min(patches, photoPatches, Math.ceil(edge / patchSide) ** 2)
}

/** Shrinks to the budget, and on to a whole number of patches on one side, as OpenAI describes it step by step. */
function patchesWithin(pixels: Pixels, { patches }: PatchLimits): number {
  const needed = squaresOf(pixels, patchSide)
  if (needed <= patches) return needed
  const { width, height } = pixels
  const shrink = Math.sqrt((patchSide ** 2 * patches) / (width * height))
  const [wide, high] = [(width * shrink) / patchSide, (height * shrink) / patchSide]
  const factor = shrink * Math.min(Math.floor(wide) / wide, Math.floor(high) / high)
  const resized = { width: Math.max(1, Math.floor(width * factor)), height: Math.max(1, Math.floor(height * factor)) }
  return Math.min(patches, squaresOf(resized, patchSide))
}
