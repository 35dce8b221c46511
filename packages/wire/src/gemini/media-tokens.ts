import type { ProviderOptions } from '@lamella/core'
import type { FileData, ImageInfo } from '@lamella/core/plugin'
import { fileInfo } from '../measure/file-info.ts'
import { imageSize } from '../measure/image-size.ts'
import { isRecord } from '../shared/guards.ts'
import { fitWithin, type Pixels, pixelsOf, squaresOf } from '../shared/pixels.ts'
import { pagesOf, secondsOf } from '../shared/unknown-length.ts'
import { generationOf } from './model.ts'
import { peekFields } from './provider-fields.ts'

/** The resolution at which a model sees an image. `ultra-high` requires Gemini 3 or later. */
export type GeminiMediaResolution = 'low' | 'medium' | 'high' | 'ultra-high'

/** An image as Gemini counts it. */
export interface GeminiImage {
  /** Pixels. */
  readonly width?: number | undefined
  /** Pixels. */
  readonly height?: number | undefined
  /** Default: the API's, which is `high`. */
  readonly resolution?: GeminiMediaResolution | undefined
  readonly model?: string | undefined
}

const tile = 258
/** Gemini 2.5 at its default: one view of the whole image, and about 2,048 for its crops. */
const mostOf25 = 256 + 2_048
/** Gemini 2.0 and older: as many tiles as an image of 3,072 x 385 pixels has. */
const mostOf20 = 24 * tile

/**
 * Returns the tokens that Gemini counts for an image. Gemini 3 and later: by resolution alone, at most 1,120 at the
 * default. Earlier: 258, and 258 per tile if a side is longer than 384 pixels; Gemini 2.5 counts at most about 2,304.
 * An upper bound: measured values are 1,056 to 1,089 with Gemini 3, and often a single tile with Gemini 2.5
 * (googleapis/python-genai#1349).
 *
 * Without a size, returns the cost of the largest image; without a model, the maximum of Gemini 2.5 and later.
 *
 * Sources: ai.google.dev/gemini-api/docs/media-resolution, "Token counts"; ai.google.dev/gemini-api/docs/image-understanding,
 * "Token calculation".
 *
 * @example
 * geminiImageTokens({ width: 960, height: 540, model: 'gemini-2.5-flash' }) // 1548
 * geminiImageTokens({ resolution: 'low', model: 'gemini-3-flash' }) // 280
 */
export function geminiImageTokens(image: GeminiImage): number {
  const pixels = pixelsOf('geminiImageTokens', image)
  const { resolution = 'high', model } = image
  if (model === undefined) return Math.max(byResolution[resolution], byTiles(pixels, resolution, 2.5))
  const generation = generationOf(model)
  return generation >= 3 ? byResolution[resolution] : byTiles(pixels, resolution, generation)
}

/** Does the same for a framing's arguments. A part's own resolution is in its options, as an extra field. */
export function measureGeminiImage(
  { data, providerOptions }: ImageInfo,
  model: string | undefined,
  resolution: GeminiMediaResolution | undefined,
): number {
  const size = data === undefined ? undefined : imageSize(data)
  const own = resolutionOfPart(providerOptions)
  return geminiImageTokens({ width: size?.width, height: size?.height, resolution: own ?? resolution, model })
}

/** Returns the resolution that a part asks for, in place of the request's. */
function resolutionOfPart(providerOptions: ProviderOptions | undefined): GeminiMediaResolution | undefined {
  const { extra } = peekFields(providerOptions)
  return isRecord(extra) ? resolutionOf(extra['mediaResolution']) : undefined
}

export const byResolution: Readonly<Record<GeminiMediaResolution, number>> = {
  low: 280,
  medium: 560,
  high: 1_120,
  'ultra-high': 2_240,
}

/** The field `mediaResolution` of a part: `{ level: 'MEDIA_RESOLUTION_LOW' }`. */
function resolutionOf(value: unknown): GeminiMediaResolution | undefined {
  const level: unknown = isRecord(value) ? value['level'] : undefined
  if (typeof level !== 'string') return undefined
  const name = level
    .replace(/^MEDIA_RESOLUTION_/, '')
    .toLowerCase()
    .replace('_', '-')
  return Object.hasOwn(byResolution, name) ? (name as GeminiMediaResolution) : undefined
}

function byTiles(pixels: Pixels | undefined, resolution: GeminiMediaResolution, generation: number): number {
  if (generation >= 2.5 && resolution === 'low') return 64
  if (generation >= 2.5 && resolution === 'medium') return 256
  const most = generation >= 2.5 ? mostOf25 : mostOf20
  if (pixels === undefined) return most
  const { width, height } = pixels
  if (Math.max(width, height) <= 384) return tile
  const fitted = fitWithin(pixels, 3_072)
  const side = Math.min(768, Math.max(256, Math.floor(Math.min(fitted.width, fitted.height) / 1.5)))
  return Math.min(most, tile * squaresOf(fitted, side))
}

/** Source: ai.google.dev/gemini-api/docs/tokens, "Multimodal tokens", read on 2026-11-23. */
const perAudioSecond = 32

/** Times and metadata between the frames, so that Gemini 2.5 comes to its "approximately 300 tokens per second", and 100 at low resolution. */
const perVideoSecond = 10

/** A guess, where "native text" is added to the image of a page: the densest of the measured pages has 777 tokens (huggingface.co/datasets/JOHNISKING/pdf-token-cost). */
const textOfPage = 800

const pages: Readonly<Record<GeminiMediaResolution, number>> = {
  low: 280,
  medium: 560,
  high: 1_120,
  'ultra-high': 1_120,
}
const frames: Readonly<Record<GeminiMediaResolution, number>> = { low: 70, medium: 70, high: 280, 'ultra-high': 280 }

/**
 * Returns the tokens of a PDF by its pages, and of audio and video by their seconds: a frame a second, and the sound. `undefined` for others.
 *
 * Sources: ai.google.dev/gemini-api/docs/media-resolution, "Token counts"; ai.google.dev/gemini-api/docs/video-understanding, "Token
 * calculation"; ai.google.dev/gemini-api/docs/document-processing (258 tokens a page before Gemini 3), read on 2026-11-23.
 */
export function measureGeminiFile(
  given: FileData,
  model: string | undefined,
  resolution: GeminiMediaResolution | undefined,
): number | undefined {
  const file = fileInfo(given)
  const own = resolutionOfPart(file.providerOptions) ?? resolution
  switch (file.kind) {
    case 'pdf':
      return pagesOf(file) * ofGeneration(model, oldPage(own), newPage(own))
    case 'audio':
      return secondsOf(file) * perAudioSecond
    case 'video':
      return (
        secondsOf(file) * (perAudioSecond + perVideoSecond + ofGeneration(model, oldFrame(own), frames[own ?? 'low']))
      )
    case 'other':
      return undefined
    default:
      file.kind satisfies never
      return undefined
  }
}

/** Gemini 3 and later count in another way; an unknown model in the more expensive one. */
function ofGeneration(model: string | undefined, before3: number, since3: number): number {
  if (model === undefined) return Math.max(before3, since3)
  return generationOf(model) < 3 ? before3 : since3
}

function newPage(resolution: GeminiMediaResolution | undefined): number {
  return resolution === undefined ? 560 : pages[resolution] + textOfPage
}

function oldPage(resolution: GeminiMediaResolution | undefined): number {
  return (resolution === 'low' ? 64 : 258) + textOfPage
}

function oldFrame(resolution: GeminiMediaResolution | undefined): number {
  return resolution === 'low' ? 66 : 258
}
