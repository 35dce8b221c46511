/** Limits of a request beside its tokens. One that is absent is not kept. Providers count other things than the window alone. */
export interface RequestLimits {
  /** Bytes of the encoded body, as JSON. Counted by an upper bound that holds for every format of `@lamella/wire`. */
  readonly bytes?: number | undefined
  /** Images, in messages and in tool results. */
  readonly images?: number | undefined
  /** Bytes of the largest single image, as base64. The size of an image behind a URL is not known and not limited. */
  readonly imageBytes?: number | undefined
  /** Tools. Nothing of them gives way: too many are an error. */
  readonly tools?: number | undefined
  /** Bytes of all tool definitions, as JSON. Nothing of them gives way either. */
  readonly toolBytes?: number | undefined
}

/** The name of a limit beside the window. */
export type LimitName = keyof RequestLimits

/** The limits by which content gives way. */
export type ContentLimits = Pick<RequestLimits, 'bytes' | 'images' | 'imageBytes'>

/** What content takes of the limits of a request. */
export interface Amounts {
  /** Bytes in the encoded body, at most. */
  readonly bytes: number
  /** Of these, the bytes of images and files. */
  readonly media: number
  readonly images: number
  /** Bytes of the largest single image, as base64. */
  readonly imageBytes: number
}

/** How much of a limit a request takes. */
export interface LimitUse {
  readonly used: number
  readonly limit: number
}
