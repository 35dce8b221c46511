import type { Scope } from '@lamella/core'
import type { ListRequest } from './session-values.ts'

/**
 * Keeps large contents outside of messages: results of tools, files, images. A blob belongs to a session, and its id is a
 * hash of its content: the same content has the same id everywhere, and is kept once for each session and its forks.
 * Whoever knows an id reads it only in a session that has it.
 * Optional methods are capabilities: a store that lacks one does not support it.
 *
 * A session need not exist: its blobs are stored before the message that names them, so that a program that ends in
 * between leaves a blob that no message names, and never a message without its blob.
 *
 * The session store of the same folder or database acts on the blobs in `delete`, `erase` and `fork`; `withBlobs` joins
 * stores that do not know each other.
 *
 * Every method throws `SCOPE_INVALID` for a scope without a tenant, and `STORE_VALUE_INVALID` for an id of a session or
 * blob that is not valid.
 */
export interface BlobStore {
  /** Version of this contract. Absent: 1. */
  readonly spec?: 1
  /**
   * Keeps a content for a session, as durably as the store's settings promise. If the session has it already, only the
   * time changes, if there is a new one: the first media type and name stay.
   *
   * @throws LamellaError `STORE_VALUE_INVALID` for a content that is not a Uint8Array or has more than 256 MiB, and for
   * invalid options
   */
  put(scope: Scope, session: string, content: Uint8Array, options?: BlobOptions): Promise<BlobInfo>
  /** Returns the metadata of a blob, without its content; `undefined` if the session has no such blob. */
  info(scope: Scope, session: string, id: string): Promise<BlobInfo | undefined>
  /**
   * Returns the content of a blob, or the bytes `start` (included) to `end` (excluded) of it, fewer if it has fewer;
   * `undefined` if the session has no such blob. The cost of reading a range depends on the range, not on the blob, as far
   * as the store can.
   *
   * @throws LamellaError `BLOB_DAMAGED` when part of the content is missing from the store: contents are never partial
   */
  read(scope: Scope, session: string, id: string, range?: ByteRange): Promise<Uint8Array | undefined>
  /** Lists the blobs of a session, by id in code unit order. */
  list(scope: Scope, session: string, request?: ListRequest): Promise<BlobList>
  /** Lists the sessions of exactly this scope that have blobs, whether or not they exist, in code unit order. */
  sessions(scope: Scope, request?: ListRequest): Promise<BlobSessions>
  /**
   * Gives all blobs of a session to another one too, with their times, and returns their number. A blob that the other
   * one has stays as it is there. Contents are not copied, where the store can share them.
   */
  fork(scope: Scope, session: string, into: string): Promise<number>
  /**
   * Takes one blob, or all, from a session, and returns their number. A content is removed with the last session that has
   * it. When this resolves, nothing of it can be read through the store. What files, logs and backups still hold is said in
   * the store's README: a file is gone at once, but PostgreSQL keeps the bytes of deleted rows until VACUUM.
   */
  delete(scope: Scope, session: string, id?: string, options?: BlobDeleteOptions): Promise<number>
  /** Removes the blobs of a scope and of narrower scopes, and returns the number of sessions that had some. */
  erase?(scope: Scope): Promise<number>
  /** Closes open resources. Safe to call twice. */
  close?(): Promise<void>
}

/** What is kept with a content. */
export interface BlobOptions {
  /** Of the form `type/subtype`, with parameters if there are some. At most 255 characters. Default `application/octet-stream`. */
  readonly mediaType?: string
  /** A name for people, such as that of a file or a tool. At most 512 characters. */
  readonly name?: string
  /** When it was put, for the first or another time. Stores read no clock: without it there is no time. */
  readonly at?: Date
}

/** Which blobs `delete` leaves alone. */
export interface BlobDeleteOptions {
  /** Only blobs whose time is before this are deleted; a blob without a time stays. Decided in the same step as the delete. */
  readonly before?: Date
}

/** The metadata of a blob. */
export interface BlobInfo {
  /** `blob:` and 26 characters of `a` to `z` and `2` to `7`: the first 130 bits of the SHA-256 of the content. */
  readonly id: string
  /** In bytes. */
  readonly size: number
  readonly mediaType: string
  readonly name?: string
  /** ISO 8601 instant of the last put with a time. */
  readonly at?: string
}

/** A range of bytes. */
export interface ByteRange {
  /** Default 0. */
  readonly start?: number
  /** Default: the end. */
  readonly end?: number
}

export interface BlobList {
  readonly blobs: readonly BlobInfo[]
  /** Bytes of all blobs of the session, also of those that are not in this list. */
  readonly bytes: number
  /** Whether there are more. */
  readonly more: boolean
}

export interface BlobSessions {
  readonly sessions: readonly string[]
  /** Whether there are more. */
  readonly more: boolean
}
