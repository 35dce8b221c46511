import { mustReadFormat } from '@lamella/core/plugin'
import { rankerError } from '../../errors.ts'
import { ByteReader, damaged } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { crc32 } from './crc32.ts'

/** The magic number of saved indexes, which tells other files from damaged ones: "LAMX". */
const magic = 0x584d414c

/** Magic number, checksum, version: 4 bytes each, little endian. The checksum covers everything after it. */
const [checksumAt, versionAt, bodyAt] = [4, 8, 12] as const

/** Returns the written bytes after a header. `version`: the version of the content format, 0 to 2^32 - 1. */
export function seal(version: number, write: (writer: ByteWriter) => void): Uint8Array {
  const writer = new ByteWriter()
  write(writer)
  const body = writer.bytes
  const bytes = new Uint8Array(bodyAt + body.length)
  bytes.set(body, bodyAt)
  const header = new DataView(bytes.buffer)
  header.setUint32(0, magic, true)
  header.setUint32(versionAt, version, true)
  header.setUint32(checksumAt, crc32(bytes.subarray(versionAt)), true)
  return bytes
}

/**
 * Returns a reader for the contents of sealed bytes.
 *
 * @throws LamellaError `INDEX_DAMAGED` if the header is missing or the checksum does not match; `FORMAT_NEWER`,
 * `INDEX_VERSION` if the bytes are intact but of a later or an earlier version.
 */
export function unseal(bytes: Uint8Array, version: number): ByteReader {
  if (bytes.length < bodyAt) throw damaged('they are shorter than a header')
  const header = new DataView(bytes.buffer, bytes.byteOffset, bodyAt)
  if (header.getUint32(0, true) !== magic) throw damaged('they do not begin like a saved index')
  if (header.getUint32(checksumAt, true) !== crc32(bytes.subarray(versionAt)))
    throw damaged('the checksum does not match')
  const found = header.getUint32(versionAt, true)
  if (found === version) return new ByteReader(bytes.subarray(bodyAt))
  mustReadFormat(found, { format: 'saved index', what: 'The index', known: version, from: '@lamella/ranker-bm25' })
  throw rankerError(
    'INDEX_VERSION',
    `The index was saved in version ${found} of the format, but this release reads version ${version}.`,
    'Create a new index from the documents.',
    { version: found, supported: version },
  )
}
