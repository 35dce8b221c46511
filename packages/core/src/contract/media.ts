import type { DataContent, ProviderOptions } from './message.ts'

/** A file as a message has it. */
export interface FileData {
  /** Its bytes, base64 or URL; `undefined` for an uploaded file. */
  readonly data: DataContent | URL | undefined
  readonly mediaType: string
  readonly providerOptions?: ProviderOptions | undefined
}

/** What is known of a file that is not text and not an image. */
export interface FileInfo {
  readonly kind: 'pdf' | 'audio' | 'video' | 'other'
  /** Its bytes, base64 or URL; `undefined` for an uploaded file. */
  readonly data: DataContent | URL | undefined
  readonly mediaType: string
  /** The part's provider options. `providerOptions.media` may say its `pages`, `seconds` and `caption`. */
  readonly providerOptions: ProviderOptions | undefined
  /** Bytes; `undefined` if they are elsewhere. */
  readonly bytes: number | undefined
  /** Pages of a PDF, from `providerOptions.media` or the file; `undefined` if neither says. */
  readonly pages: number | undefined
  /** Length of audio or video in seconds, from the same sources. */
  readonly seconds: number | undefined
}
