import type { Kept } from '../contract/fragment.ts'
import type { FilePart, Part, ToolOutputContent } from '../contract/message.ts'
import type { Notice } from '../contract/sources.ts'
import { fileInfo } from '../measure/files/file-info.ts'

/** Returns a notice for a layer that shows PDFs, audio or video whose length nobody says: their tokens are a guess. */
export function mediaNotices(kept: readonly Kept[]): readonly Notice[] {
  const ids: string[] = []
  for (const { fragment, content } of kept) {
    if (typeof content === 'string') continue
    for (const { content: parts } of content) {
      if (typeof parts === 'string' || !parts.flatMap(filesOf).some(isUnknown)) continue
      ids.push(fragment.id)
      break
    }
  }
  if (ids.length === 0) return []
  return [
    {
      code: 'MEDIA_LENGTH_UNKNOWN',
      what: `The pages or seconds of files in ${ids.length} ${ids.length === 1 ? 'fragment' : 'fragments'} cannot be read, so their tokens are guessed by their bytes.`,
      fix: 'Say them in the part: providerOptions: { media: { pages } } or { media: { seconds } }.',
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

function isUnknown(file: File): boolean {
  const { kind, pages, seconds } = fileInfo(file)
  return (kind === 'pdf' && pages === undefined) || ((kind === 'audio' || kind === 'video') && seconds === undefined)
}
