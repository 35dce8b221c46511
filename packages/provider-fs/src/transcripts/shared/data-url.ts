import type { ImagePart } from '@lamella/core'

/** Returns an image of a URL; the data of a data URL as base64 with its type. */
export function imageOfUrl(url: string): ImagePart {
  const found = /^data:([^;,]{1,100});base64,/.exec(url)
  if (!found) return { type: 'image', image: url }
  return { type: 'image', image: url.slice(found[0].length), mediaType: found[1] ?? 'image/png' }
}
