import type { Message, Scope } from '@lamella/core'
import type { BlobStore } from '@lamella/store'

/** Puts large contents aside: the result of `offload`. */
export interface Offload {
  readonly blobs: BlobStore
  /**
   * Returns messages with heads in place of large results and texts, as plain JSON. Their contents are stored before this
   * resolves. The same messages give the same bytes, and what is a head already stays as it is: its mark says so,
   * `providerOptions['lamella:aside']`. Images and files stay in their messages; a store of `withOffload` puts them aside.
   *
   * @throws LamellaError what the blob store throws: nothing large is kept silently
   */
  messages(scope: Scope, session: string, messages: readonly Message[]): Promise<readonly Message[]>
  /** Returns messages as they are stored: with heads, and references in place of images and files. */
  stored(scope: Scope, session: string, messages: readonly Message[]): Promise<StoredForm>
}

/** Messages as they are stored, and how to make sure that their contents are. */
export interface StoredForm {
  readonly messages: readonly Message[]
  /**
   * Puts contents again that are no longer there, and applies the policy `remove-oldest`. Call it after an append. If the blob
   * store fails, `onNotice` gets `OFFLOAD_UNSETTLED`.
   */
  settle(): Promise<void>
}
