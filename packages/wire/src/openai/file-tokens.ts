import type { FileData } from '@lamella/core/plugin'
import { fileInfo } from '../measure/file-info.ts'
import { pagesOf, secondsOf } from '../shared/unknown-length.ts'
import { openaiImageTokens } from './image-tokens.ts'

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
