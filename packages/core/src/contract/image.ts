import type { DataContent, ProviderOptions } from './message.ts'

/** The type and size of an image, read from its first bytes. */
export interface ImageSize {
  readonly type: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'heic'
  /** Pixels, 1 or more. */
  readonly width: number
  /** Pixels, 1 or more. */
  readonly height: number
}

/** An image to be measured by a framing. */
export interface ImageInfo {
  /** Its bytes, base64 or URL: `imageSize` of `@lamella/core/plugin` reads its size. `undefined` for an uploaded file. */
  readonly data: DataContent | URL | undefined
  /** The part's provider options, which hold the requested detail. */
  readonly providerOptions: ProviderOptions | undefined
}
