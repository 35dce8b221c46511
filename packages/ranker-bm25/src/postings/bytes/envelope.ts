import { rankerError } from '../../errors.ts'
import { ByteReader, damaged } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import { crc32 } from './crc32.ts'

/** What saved indexes begin with, so that other files are told from damaged ones: "LAMX". */
const magic = 0x584d414c

/** Magic number, checksum, version: 4 bytes each, little endian. The checksum is of all that follows it. */
const [checksumAt, versionAt, bodyAt] = [4, 8, 12] as const

/** Bytes with a header before what is written. `version`: of the form of the contents, 0 to 2^32 - 1. */
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
 * Reads what was written into sealed bytes.
 *
 * @throws LamellaError `INDEX_DAMAGED` where there is no such header or the checksum is not theirs, and `INDEX_VERSION`
 * where they are whole but of another version.
 */
export function unseal(bytes: Uint8Array, version: number): ByteReader {
  if (bytes.length < bodyAt) throw damaged('they are shorter than a header')
  const header = new DataView(bytes.buffer, bytes.byteOffset, bodyAt)
  if (header.getUint32(0, true) !== magic) throw damaged('they do not begin as a saved index does')
  if (header.getUint32(checksumAt, true) !== crc32(bytes.subarray(versionAt)))
    throw damaged('the checksum is not theirs')
  const found = header.getUint32(versionAt, true)
  if (found === version) return new ByteReader(bytes.subarray(bodyAt))
  throw rankerError(
    'INDEX_VERSION',
    `The index was saved in version ${found} of the format, and this release reads version ${version}.`,
    found > version ? 'Update @lamella/ranker-bm25.' : 'Make a new index from the documents.',
    { version: found, supported: version },
  )
}
