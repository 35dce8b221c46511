import type { Kept } from '../contract/fragment.ts'
import type { FilePart, Part, ToolOutputContent } from '../contract/message.ts'
import type { Notice } from '../contract/sources.ts'
import type { Framing } from '../contract/tokenizer.ts'

/** Returns a notice for a layer that shows PDFs, audio or video whose length nobody says: their tokens are a guess. */
export function mediaNotices(kept: readonly Kept[], { guessesFile = isLong }: Framing): readonly Notice[] {
  const ids: string[] = []
  for (const { fragment, content } of kept) {
    if (typeof content === 'string') continue
    for (const { content: parts } of content) {
      if (typeof parts === 'string' || !parts.flatMap(filesOf).some(guessesFile)) continue
      ids.push(fragment.id)
      break
    }
  }
  if (ids.length === 0) return []
  return [
    {
      code: 'MEDIA_LENGTH_UNKNOWN',
      what: `The tokens of files in ${ids.length} ${ids.length === 1 ? 'fragment' : 'fragments'} are guessed by their bytes: their pages or seconds are not known.`,
      fix: 'Say them in the part, providerOptions: { media: { pages } } or { media: { seconds } }, and set the framing of the wire format.',
      details: { fragments: ids },
    },
  ]
}

type File = Pick<FilePart, 'data' | 'mediaType' | 'providerOptions'>

function filesOf(part: Part): readonly File[] {
  if (part.type === 'file') return [part]
  if (part.type !== 'tool-result' || part.output.type !== 'content') return []
  return part.output.value.flatMap(fileOfPiece)
}

function fileOfPiece(piece: ToolOutputContent): readonly File[] {
  if (piece.type === 'media') return [piece]
  return piece.type === 'file-data' ? [piece] : []
}

/** Whether a file has pages or seconds. */
function isLong({ mediaType }: Pick<File, 'mediaType'>): boolean {
  return /^(?:application\/pdf\b|audio\/|video\/)/i.test(String(mediaType))
}
