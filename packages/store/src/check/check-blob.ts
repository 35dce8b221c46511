import { type Check, checkOptions } from '@lamella/core/plugin'
import type { BlobDeleteOptions, BlobOptions, ByteRange } from '../contract/blob-store.ts'
import { checkText, invalid } from './check.ts'
import { instantOf, limit, mustBeRecord } from './check-request.ts'

/** The largest content in bytes. */
const largest = 256 * 1024 * 1024

const idForm = /^blob:[a-z2-7]{26}$/
const mediaTypeForm = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(;[\x20-\x7e]*)?$/

/** Validated options of a blob. */
export interface CheckedBlobOptions {
  readonly mediaType: string
  readonly name: string | undefined
  /** ISO 8601 instant. */
  readonly at: string | undefined
}

/** Checks what `put` keeps. @throws LamellaError `STORE_VALUE_INVALID` */
export function checkBlobOptions(content: Uint8Array, options: BlobOptions = {}): CheckedBlobOptions {
  if (!(content instanceof Uint8Array)) throw invalid('content', 'is not a Uint8Array')
  if (content.length > largest) throw invalid('content', `has ${content.length} bytes, more than ${largest}`)
  const {
    mediaType = 'application/octet-stream',
    name,
    at,
  } = mustBeRecord('options', options, ['mediaType', 'name', 'at'])
  checkText('options.mediaType', mediaType, 255)
  if (!mediaTypeForm.test(mediaType)) throw invalid('options.mediaType', "is not of the form 'type/subtype'")
  return {
    mediaType,
    name: name === undefined ? undefined : checkText('options.name', name, 512),
    at: at === undefined ? undefined : instantOf('options.at', at),
  }
}

/** Checks `BlobDeleteOptions`; returns the instant, if there is one. @throws LamellaError `STORE_VALUE_INVALID` */
export function checkBlobDelete(options: BlobDeleteOptions = {}): string | undefined {
  const { before } = mustBeRecord('options', options, ['before'])
  return before === undefined ? undefined : instantOf('options.before', before)
}

/** Checks the id of a blob. @throws LamellaError `STORE_VALUE_INVALID` */
export function checkBlobId(id: unknown): string {
  if (typeof id === 'string' && idForm.test(id)) return id
  throw invalid('id', "is not the id of a blob: 'blob:' and 26 characters of a to z and 2 to 7")
}

/** Checks a range of bytes. The end is not before the start. @throws LamellaError `STORE_VALUE_INVALID` */
export function checkByteRange(range: ByteRange = {}): Required<ByteRange> {
  const { start = 0, end = Number.POSITIVE_INFINITY } = mustBeRecord('range', range, ['start', 'end'])
  const from = limit('range.start', start, 0)
  return { start: from, end: Math.max(from, limit('range.end', end, 0)) }
}

/**
 * Returns the ids of blobs that a JSON value names, anywhere in its texts and keys, each once, in order.
 *
 * @example
 * blobIdsIn({ role: 'user', content: 'See blob:aaaaaaaaaaaaaaaaaaaaaaaaaa.' }) // ['blob:aaaaaaaaaaaaaaaaaaaaaaaaaa']
 */
export function blobIdsIn(value: unknown): readonly string[] {
  const json = JSON.stringify(value) ?? ''
  // A look ahead, so that an id is found that begins within what seems to be another one.
  return [...new Set(Array.from(json.matchAll(/(?=(blob:[a-z2-7]{26}))/g), (match) => match[1] as string))]
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

const mustBeBytes: Check = (value) => (value instanceof Uint8Array ? undefined : 'must be a Uint8Array')

/** Returns the id of a content: the first 130 bits of its SHA-256, in the alphabet of base32 (RFC 4648, section 6). */
export async function blobId(content: Uint8Array): Promise<string> {
  checkOptions('blobId', { content }, { content: mustBeBytes }, ['content'])
  // Shared memory cannot be hashed, since it may change meanwhile.
  const own = content.buffer instanceof ArrayBuffer ? (content as Uint8Array<ArrayBuffer>) : new Uint8Array(content)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', own))
  let id = 'blob:'
  let bits = 0
  let value = 0
  for (const byte of hash) {
    value = ((value << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5 && id.length < 31) {
      bits -= 5
      id += alphabet[(value >> bits) & 31]
    }
  }
  return id
}
