import type { FileData } from '@lamella/core/plugin'
import { fileInfo } from '../measure/file-info.ts'
import { pagesOf } from '../shared/unknown-length.ts'

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
