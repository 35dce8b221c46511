import type { DataContent, ProviderOptions } from './message.ts'

/** What an image is and how large, as its first bytes say. */
export interface ImageSize {
  readonly type: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'heic'
  /** Pixels, 1 or more. */
  readonly width: number
  /** Pixels, 1 or more. */
  readonly height: number
}

/** An image, as a framing measures it. */
export interface ImageInfo {
  /** Its bytes, base64 or address: `imageSize` of `@lamella/core/plugin` reads its size. `undefined` for an uploaded file. */
  readonly data: DataContent | URL | undefined
  /** Those of the part, where providers keep the detail that is asked for. */
  readonly providerOptions: ProviderOptions | undefined
}
