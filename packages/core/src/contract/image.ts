import type { ProviderOptions } from './message.ts'

/** What an image is and how large, as its first bytes say. */
export interface ImageSize {
  readonly type: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'heic'
  /** Pixels, 1 or more. */
  readonly width: number
  /** Pixels, 1 or more. */
  readonly height: number
}

/** What a framing is told of an image. */
export interface ImageInfo {
  /** `undefined` where nobody can tell: an address, an uploaded file, bytes that are no image. */
  readonly size: ImageSize | undefined
  /** Those of the part, where providers keep the detail that is asked for. */
  readonly providerOptions: ProviderOptions | undefined
}
