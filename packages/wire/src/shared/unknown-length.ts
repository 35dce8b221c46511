import type { FilePart, Kept, Notice, Part } from '@lamella/core'
import type { FileData } from '@lamella/core/plugin'
import { type FileInfo, fileInfo } from '../measure/file-info.ts'

/** Bytes that one page, one second of audio or one second of video has at least, so that a guess is rather too high: text alone, speech at 16 kbit/s, a small picture at 500 kbit/s. */
const [perPage, perAudioSecond, perVideoSecond] = [5_000, 2_000, 62_500]

/** The guess for a file that is elsewhere. */
const [pagesElsewhere, secondsElsewhere] = [10, 60]

/** Returns the pages of a PDF; a careful guess by its bytes if neither the file nor the caller says. */
export function pagesOf({ pages, bytes }: FileInfo): number {
  return pages ?? (bytes === undefined ? pagesElsewhere : Math.max(1, Math.ceil(bytes / perPage)))
}

/** Returns the seconds of audio or video; a careful guess by its bytes if neither the file nor the caller says. */
export function secondsOf({ kind, seconds, bytes }: FileInfo): number {
  const guess = bytes === undefined ? secondsElsewhere : bytes / (kind === 'video' ? perVideoSecond : perAudioSecond)
  return Math.max(1, Math.ceil(seconds ?? guess))
}

/** Returns a notice for a layer that shows PDFs, audio or video of unknown length: their tokens are a guess. */
export function lengthNotices(kept: readonly Kept[]): readonly Notice[] {
  const ids: string[] = []
  for (const { fragment, content } of kept) {
    if (typeof content === 'string') continue
    const guessed = content.some(
      ({ content: parts }) => typeof parts !== 'string' && parts.flatMap(filesOf).some(isGuess),
    )
    if (guessed) ids.push(fragment.id)
  }
  if (ids.length === 0) return []
  return [
    {
      code: 'MEDIA_LENGTH_UNKNOWN',
      what: `The tokens of files in ${ids.length} ${ids.length === 1 ? 'fragment' : 'fragments'} are guessed by their bytes: their pages or seconds are not known.`,
      fix: 'Say them in the part, providerOptions: { media: { pages } } or { media: { seconds } }.',
      details: { fragments: ids },
    },
  ]
}

type File = Pick<FilePart, 'data' | 'mediaType' | 'providerOptions'>

function filesOf(part: Part): readonly File[] {
  if (part.type === 'file') return [part]
  if (part.type !== 'tool-result' || part.output.type !== 'content') return []
  return part.output.value.flatMap((piece) => (piece.type === 'media' || piece.type === 'file-data' ? [piece] : []))
}

/** Whether the tokens of a file are a guess: it has pages or seconds, and neither it nor its part says how many. */
function isGuess(file: FileData): boolean {
  const { kind, pages, seconds } = fileInfo(file)
  return (kind === 'pdf' && pages === undefined) || ((kind === 'audio' || kind === 'video') && seconds === undefined)
}
