import type { FileData } from '@lamella/core/plugin'
import { fileInfo } from '../measure/file-info.ts'
import { pagesOf, secondsOf } from '../shared/unknown-length.ts'
import { type GeminiMediaResolution, resolutionOfPart } from './image-tokens.ts'
import { generationOf } from './model.ts'

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
