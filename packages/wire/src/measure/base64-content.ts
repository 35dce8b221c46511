import { checkOptions, mustBeText } from '@lamella/core/plugin'
import { normalBase64, sniffImage } from '../shared/base64.ts'

/** Base64 in the form that every provider accepts. */
export interface Base64Content {
  /** The standard alphabet, padded, without line breaks. */
  readonly base64: string
  /** `image/png`, `image/jpeg`, `image/gif` or `image/webp`, by the first bytes; `undefined` for anything else. */
  readonly imageType: string | undefined
}

/**
 * Reads base64 in any form that the encoders repair: with the alphabet of URLs, without padding, in lines. `undefined` for
 * text that does not decode to bytes, which providers reject.
 *
 * @example
 * readBase64('R0lGODdh') // { base64: 'R0lGODdh', imageType: 'image/gif' }
 */
export function readBase64(text: string): Base64Content | undefined {
  checkOptions('readBase64', { text }, { text: mustBeText }, ['text'])
  const base64 = normalBase64(text)
  return base64 === undefined ? undefined : { base64, imageType: sniffImage(base64) }
}
