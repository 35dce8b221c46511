import { oneLine } from '@lamella/core/plugin'

/** What is said of an image or a file that is no longer shown. */
export interface MediaInfo {
  readonly kind: 'image' | 'pdf' | 'audio' | 'video' | 'other'
  readonly mediaType?: string | undefined
  readonly filename?: string | undefined
  readonly pages?: number | undefined
  readonly seconds?: number | undefined
  /** What it shows, in words. */
  readonly caption?: string | undefined
}

const kinds: Readonly<Record<MediaInfo['kind'], string>> = {
  image: 'Image',
  pdf: 'PDF',
  audio: 'Audio',
  video: 'Video',
  other: 'File',
}

export function kindOf(mediaType = ''): MediaInfo['kind'] {
  const [type = '', subtype] = mediaType.toLowerCase().split(/[/;]/)
  if (subtype === 'pdf') return 'pdf'
  return Object.hasOwn(kinds, type) ? (type as MediaInfo['kind']) : 'other'
}

/** The most characters of a name, and of a caption. */
const [longestName, longestCaption] = [120, 400]

/**
 * Returns the text that stands for an image or a file that is no longer shown. Names and captions are data: brackets in them are
 * replaced, so that they cannot end the text.
 *
 * @example
 * mediaText({ kind: 'pdf', mediaType: 'application/pdf', filename: 'offer.pdf', pages: 12 })
 * // '[PDF offer.pdf, application/pdf, 12 pages, no longer shown]'
 */
export function mediaText(info: MediaInfo): string {
  const { kind, mediaType, filename, pages, seconds, caption } = info
  const facts = [
    filename ? `${kinds[kind]} ${clean(filename, longestName)}` : kinds[kind],
    ...(mediaType ? [clean(mediaType, longestName)] : []),
    ...(pages === undefined ? [] : [`${pages} page${pages === 1 ? '' : 's'}`]),
    ...(seconds === undefined ? [] : [`${Math.round(seconds)} seconds`]),
    'no longer shown',
  ]
  return `[${facts.join(', ')}${caption ? `: ${clean(caption, longestCaption)}` : ''}]`
}

function clean(text: string, most: number): string {
  const line = oneLine(text).replaceAll('[', '(').replaceAll(']', ')')
  return line.length > most ? `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line
}
