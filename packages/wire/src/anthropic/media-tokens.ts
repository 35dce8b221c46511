import type { FileData, ImageInfo } from '@lamella/core/plugin'
import { fileInfo } from '../measure/file-info.ts'
import { imageSize } from '../measure/image-size.ts'
import { type Pixels, pixelsOf, squaresOf } from '../shared/pixels.ts'
import { pagesOf } from '../shared/unknown-length.ts'
import { seesHighResolution } from './models.ts'

/** The data by which Anthropic counts an image. */
export interface AnthropicImage {
  /** Pixels. */
  readonly width?: number | undefined
  /** Pixels. */
  readonly height?: number | undefined
  readonly model?: string | undefined
}

const patchSide = 28

/**
 * Returns the tokens that Anthropic counts for an image: one per patch of 28 pixels, after scaling it down to the
 * model's limit. Without a size, returns the cost of the largest image; without a known model, counts as for Claude 4.7
 * and later.
 *
 * Source: platform.claude.com/docs/en/build-with-claude/vision, "Resolution and token cost", as read in July 2026. (Before,
 * the page gave width x height / 750 as an estimate of the same.)
 *
 * @example
 * anthropicImageTokens({ width: 1920, height: 1080, model: 'claude-opus-5' }) // 2691
 * anthropicImageTokens({ width: 1920, height: 1080, model: 'claude-haiku-4-5' }) // 1560
 */
export function anthropicImageTokens(image: AnthropicImage): number {
  const pixels = pixelsOf('anthropicImageTokens', image)
  const { model } = image
  const [edge, most] = seesHighResolution(model) ? [2_576, 4_784] : [1_568, 1_568]
  return pixels === undefined ? most : largestWithin(pixels, edge, most)
}

/** Does the same for a framing's arguments. */
export function measureAnthropicImage({ data }: ImageInfo, model: string | undefined): number {
  const size = data === undefined ? undefined : imageSize(data)
  return anthropicImageTokens({ width: size?.width, height: size?.height, model })
}

/**
 * Returns the tokens at the largest size of the same aspect ratio within both limits, found by binary search, since
 * they grow with the size. Source: platform.claude.com/docs/en/build-with-claude/vision-coordinates, "How Claude
 * resizes and pads images".
 */
function largestWithin({ width, height }: Pixels, edge: number, most: number): number {
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  const tokensAt = (length: number): number =>
    squaresOf({ width: length, height: Math.max(1, Math.round((short * length) / long)) }, patchSide)
  let [fits, over] = [1, Math.min(Math.ceil(long), edge) + 1]
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2)
    if (tokensAt(middle) <= most) fits = middle
    else over = middle
  }
  return tokensAt(fits)
}

/** Tokens of the text of a page, at most, and of its image. */
const [textOfPage, imageOfPage] = [3_000, 1_600]

/**
 * Returns the tokens of a PDF: the text of each page, and an image of it. `undefined` for others: Anthropic takes no audio and no
 * video.
 *
 * Sources: Anthropic, "PDF support", "Estimate your costs" ("Each page typically uses 1,500-3,000 tokens per page", and "the same
 * image-based cost calculations are applied"), read on 2026-11-23. A page alone as an image, measured: 1,592 with Haiku 4.5, 1,600 with
 * 5.5; a page of text 2,100 to 2,500 in all (huggingface.co/datasets/JOHNISKING/pdf-token-cost).
 */
export function measureAnthropicFile(given: FileData): number | undefined {
  const file = fileInfo(given)
  return file.kind === 'pdf' ? pagesOf(file) * (textOfPage + imageOfPage) : undefined
}
