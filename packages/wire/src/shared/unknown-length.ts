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

/** Whether the tokens of a file are a guess: it has pages or seconds, and neither it nor its part says how many. */
export function guessesLength(file: FileData): boolean {
  const { kind, pages, seconds } = fileInfo(file)
  return (kind === 'pdf' && pages === undefined) || ((kind === 'audio' || kind === 'video') && seconds === undefined)
}
