import type { FileInfo, ImageSize } from '@lamella/core/plugin'
import { oneLine } from '@lamella/core/plugin'

/** What is said of an image or a file that is no longer shown. */
export interface MediaInfo {
  readonly kind: 'image' | FileInfo['kind']
  readonly mediaType?: string | undefined
  readonly filename?: string | undefined
  readonly size?: Pick<ImageSize, 'width' | 'height'> | undefined
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

/** The most characters of a name, and of a caption. */
const [longestName, longestCaption] = [120, 400]

/**
 * Returns the text that stands for an image or a file that is no longer shown. Names and captions are data: brackets in them are
 * replaced, so that they cannot end the text.
 *
 * @param handle By what it can be read again, if it was put aside.
 * @example
 * mediaText({ kind: 'image', mediaType: 'image/png', size: { width: 1920, height: 1080 } })
 * // '[Image, image/png, 1920 x 1080 pixels, no longer shown]'
 */
export function mediaText(info: MediaInfo, handle?: string): string {
  const { kind, mediaType, filename, size, pages, seconds, caption } = info
  const facts = [
    filename ? `${kinds[kind]} ${clean(filename, longestName)}` : kinds[kind],
    ...(mediaType ? [clean(mediaType, longestName)] : []),
    ...(size ? [`${size.width} x ${size.height} pixels`] : []),
    ...(pages === undefined ? [] : [`${pages} page${pages === 1 ? '' : 's'}`]),
    ...(seconds === undefined ? [] : [`${Math.round(seconds)} seconds`]),
    'no longer shown',
    ...(handle === undefined ? [] : [`kept as ${handle}`]),
  ]
  return `[${facts.join(', ')}${caption ? `: ${clean(caption, longestCaption)}` : ''}]`
}

function clean(text: string, most: number): string {
  const line = oneLine(text).replaceAll('[', '(').replaceAll(']', ')')
  return line.length > most ? `${line.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line
}
