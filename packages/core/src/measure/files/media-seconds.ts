import type { ByteAt } from '../byte-reader.ts'
import { type Numbers, numbersOf } from '../numbers.ts'
import { mp3Seconds } from './mp3-seconds.ts'
import { webmSeconds } from './webm-seconds.ts'

/**
 * Returns the length of audio or video from the headers of its file, in seconds: WAV, MP3, FLAC, Ogg (Opus, Vorbis), MP4, MOV, M4A,
 * WebM and Matroska. `undefined` for others, damaged files, and streams whose headers do not say.
 *
 * Sources: WAVE (Microsoft, "Multimedia Programming Interface"), FLAC (RFC 9639, 8.2), Ogg (RFC 3533, 6), Opus (RFC 7845, 5.1), Vorbis I
 * (4.2.2), ISO/IEC 14496-12, 8.2.2 (`mvhd`).
 *
 * @param length Bytes of the file.
 */
export function mediaSeconds(at: ByteAt, length: number): number | undefined {
  const numbers = numbersOf(at)
  const seconds = secondsOf(numbers, length)
  return seconds !== undefined && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}

function secondsOf(numbers: Numbers, length: number): number | undefined {
  const { at, big } = numbers
  const start = big(0, 4)
  if (start === 0x52494646 && big(8, 4) === 0x57415645) return wavSeconds(numbers, length)
  if (start === 0x664c6143) return (big(21, 5) % 2 ** 36) / Math.floor(big(18, 3) / 16)
  if (start === 0x4f676753) return oggSeconds(numbers, length)
  if (start === 0x1a45dfa3) return webmSeconds(numbers, length)
  if (big(4, 4) === 0x66747970) return mp4Seconds(numbers, 0, length)
  if (big(0, 3) === 0x494433 || (at(0) === 0xff && at(1) >= 0xe0)) return mp3Seconds(numbers, length)
  return undefined
}

/** The most boxes, chunks or elements that are looked at. */
const mostBoxes = 1_000

function wavSeconds({ big, little }: Numbers, length: number): number | undefined {
  let rate: number | undefined
  for (let position = 12, chunk = 0; position < length && chunk < mostBoxes; chunk++) {
    const [kind, size] = [big(position, 4), little(position + 4, 4)]
    if (kind === 0x666d7420) rate = little(position + 16, 4)
    // A recorder that did not know the size wrote the largest one.
    if (kind === 0x64617461) return rate === undefined ? undefined : Math.min(size, length - position - 8) / rate
    if (Number.isNaN(size)) return undefined
    position += 8 + size + (size % 2)
  }
  return undefined
}

/** The samples at the last page, by the rate of the codec. */
function oggSeconds({ at, big, little }: Numbers, length: number): number | undefined {
  const data = 27 + at(26)
  const isOpus = big(data, 4) === 0x4f707573 && big(data + 4, 4) === 0x48656164
  const isVorbis = at(data) === 1 && big(data + 1, 4) === 0x766f7262
  if (!isOpus && !isVorbis) return undefined
  const [rate, skipped] = isOpus ? [48_000, little(data + 10, 2)] : [little(data + 12, 4), 0]
  // A page has at most 65,307 bytes.
  for (let position = length - 27; position >= Math.max(0, length - 65_400); position--) {
    if (at(position) === 0x4f && big(position, 4) === 0x4f676753) return (little(position + 6, 8) - skipped) / rate
  }
  return undefined
}

/** Walks the boxes down to the header of the movie, wherever the file has it. */
function mp4Seconds(numbers: Numbers, from: number, to: number): number | undefined {
  const { at, big } = numbers
  for (let position = from, box = 0; position + 8 <= to && box < mostBoxes; box++) {
    const [short, kind] = [big(position, 4), big(position + 4, 4)]
    const size = short === 1 ? big(position + 8, 8) : short === 0 ? to - position : short
    if (!(size >= 8)) return undefined
    if (kind === 0x6d6f6f76) return mp4Seconds(numbers, position + (short === 1 ? 16 : 8), position + size)
    if (kind === 0x6d766864) {
      const isLong = at(position + 8) === 1
      const [rate, duration] = isLong
        ? [big(position + 28, 4), big(position + 32, 8)]
        : [big(position + 20, 4), big(position + 24, 4)]
      // A file in fragments has no length here.
      return duration === 0 || duration === 0xffffffff ? undefined : duration / rate
    }
    position += size
  }
  return undefined
}
