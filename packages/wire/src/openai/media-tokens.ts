import type { FileData, ImageInfo } from '@lamella/core/plugin'
import { fileInfo } from '../measure/file-info.ts'
import { imageSize } from '../measure/image-size.ts'
import { isRecord } from '../shared/guards.ts'
import { fitWithin, type Pixels, pixelsOf, squaresOf } from '../shared/pixels.ts'
import { pagesOf, secondsOf } from '../shared/unknown-length.ts'
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
 * Returns the tokens that OpenAI counts for an image: patches of 32 pixels or tiles of 512, by model and detail.
 * Matches OpenAI's published examples; billing may differ by one because of rounding.
 *
 * Without a size, returns the cost of the largest image. For GPT-5.6 and later that would be 36,000 tokens; here it is
 * 14,364, a 12-megapixel photo. For an unknown model, returns the maximum of all models except GPT-4o mini.
 *
 * @example
 * openaiImageTokens({ width: 1024, height: 1024, detail: 'high', model: 'gpt-5.4' }) // 1229
 * openaiImageTokens({ width: 2048, height: 4096, detail: 'high', model: 'gpt-4o' }) // 1105
 */
export function openaiImageTokens(image: OpenAIImage): number {
  const pixels = pixelsOf('openaiImageTokens', image)
  const { detail = 'auto', model } = image
  const rule = model === undefined ? undefined : imageRuleOf(model)
  if (rule) return tokensBy(rule, pixels, detail)
  return Math.max(...possibleRules().map((one) => tokensBy(one, pixels, detail)))
}

/** Does the same for a framing's arguments. The detail is in the part's options, as in the AI SDK. */
export function measureOpenAIImage({ data, providerOptions }: ImageInfo, model: string | undefined): number {
  const size = data === undefined ? undefined : imageSize(data)
  const fields: unknown = providerOptions?.['openai']
  const detail: unknown = isRecord(fields) ? fields['imageDetail'] : undefined
  return openaiImageTokens({ width: size?.width, height: size?.height, detail: detailOf(detail), model })
}

const details: readonly unknown[] = ['low', 'high', 'original'] satisfies OpenAIImageDetail[]

/** The encoder also sends this for unknown values. */
function detailOf(value: unknown): OpenAIImageDetail {
  return details.includes(value) ? (value as OpenAIImageDetail) : 'auto'
}

function tokensBy(rule: ImageRule, pixels: Pixels | undefined, detail: OpenAIImageDetail): number {
  return rule.kind === 'tiles' ? tokensOfTiles(rule, pixels, detail) : tokensOfPatches(rule, pixels, detail)
}

const tileSide = 512
const patchSide = 32
/** A photo of 4,032 x 3,024 pixels: counts as the largest size if there is no limit. */
const photoPatches = 126 * 95

/** Scales to a square of 2,048, then the shorter side to 768. The largest results are 2 by 4 tiles. */
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

/** Shrinks to the budget, then to a whole number of patches on one side, following OpenAI's description. */
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

/** A guess: a dense page has 460 to 630 tokens of text (huggingface.co/datasets/JOHNISKING/pdf-token-cost). */
const textOfPage = 1_500

/** A guess: a page of Letter at 200 dots per inch, at most. OpenAI does not publish the size. */
const pageSize = { width: 1_700, height: 2_200 }

/** Source: OpenAI, "Managing costs" of the Realtime API ("1 token per 100 ms of audio"), read on 2026-11-23. */
const perAudioSecond = 10

/**
 * Returns the tokens of a PDF, for which OpenAI puts "both the extracted text and an image of each page" into the context, and of
 * audio. `undefined` for others. OpenAI publishes no numbers for a page.
 *
 * Source: developers.openai.com/api/docs/guides/pdf-files, "How it works", read on 2026-11-23.
 */
export function measureOpenAIFile(given: FileData, model: string | undefined): number | undefined {
  const file = fileInfo(given)
  switch (file.kind) {
    case 'pdf':
      return pagesOf(file) * (textOfPage + openaiImageTokens({ ...pageSize, model }))
    case 'audio':
      return secondsOf(file) * perAudioSecond
    case 'video':
    case 'other':
      return undefined
    default:
      file.kind satisfies never
      return undefined
  }
}
