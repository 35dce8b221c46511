import { type ByteAt, type Numbers, numbersOf } from './byte-reader.ts'

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

/** The maximum number of boxes, chunks or elements that are read. */
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

/** Kilobits per second by index, of layer III: MPEG 1, and MPEG 2 and 2.5. */
const rates1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const rates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const samples1 = [44_100, 48_000, 32_000]

/** Bytes within which the first frame has to begin. */
const reach = 65_536

/**
 * Returns the length of an MP3: by the number of frames that its Xing or Info header names, else by the rate of its first frame.
 *
 * Source: ISO/IEC 11172-3, 2.4.1.3, and 13818-3; the header of LAME and Xing.
 */
function mp3Seconds({ at, big }: Numbers, length: number): number | undefined {
  let position = 0
  if (big(0, 3) === 0x494433) {
    const size = [6, 7, 8, 9].reduce((sum, index) => sum * 128 + (at(index) % 128), 0)
    position = 10 + size + (Math.floor(at(5) / 16) % 2 === 1 ? 10 : 0)
  }
  for (const end = position + reach; position < Math.min(end, length); position++) {
    if (at(position) !== 0xff) continue
    const [second, third, fourth] = [at(position + 1), at(position + 2), at(position + 3)]
    const version = Math.floor(second / 8) % 4
    const isLayer3 = second >= 0xe0 && Math.floor(second / 2) % 4 === 1 && version !== 1
    const kilobits = (version === 3 ? rates1 : rates2)[Math.floor(third / 16)]
    const rate = samples1[Math.floor(third / 4) % 4]
    if (!isLayer3 || !kilobits || !rate) continue
    const perSecond = version === 3 ? rate : version === 2 ? rate / 2 : rate / 4
    const samples = version === 3 ? 1_152 : 576
    const isMono = fourth >= 0xc0
    const header = position + 4 + (version === 3 ? (isMono ? 17 : 32) : isMono ? 9 : 17)
    const tag = big(header, 4)
    const hasFrames = (tag === 0x58696e67 || tag === 0x496e666f) && at(header + 7) % 2 === 1
    return hasFrames ? (big(header + 8, 4) * samples) / perSecond : ((length - position) * 8) / (kilobits * 1_000)
  }
  return undefined
}

const [segment, info, scale, duration] = [0x18538067, 0x1549a966, 0x2ad7b1, 0x4489]

/** The maximum number of elements that are read: `Info` comes before the clusters. */
const mostElements = 1_000

/**
 * Returns the length of a WebM or Matroska file, if its header has it: recordings of a browser often lack it.
 *
 * Source: RFC 9559 (Matroska), 5.1.2; RFC 8794 (EBML), 4 and 5.
 */
function webmSeconds({ at, big }: Numbers, length: number): number | undefined {
  let nanoseconds = 1_000_000
  let ticks: number | undefined
  for (let position = 0, count = 0; position < length && count < mostElements; count++) {
    const idBytes = Math.clz32(at(position)) - 23
    const sizeBytes = Math.clz32(at(position + idBytes)) - 23
    if (idBytes > 4 || sizeBytes > 8) break
    const id = big(position, idBytes)
    const data = position + idBytes + sizeBytes
    const size = big(position + idBytes, sizeBytes) - 2 ** (7 * sizeBytes)
    if (id === scale) nanoseconds = big(data, size)
    if (id === duration) ticks = float(big, data, size)
    // Both are containers: their elements follow.
    position = id === segment || id === info ? data : data + size
    if (Number.isNaN(position)) break
  }
  return ticks === undefined ? undefined : (ticks * nanoseconds) / 1e9
}

function float(big: Numbers['big'], position: number, bytes: number): number | undefined {
  const view = new DataView(new ArrayBuffer(8))
  if (bytes !== 4 && bytes !== 8) return undefined
  for (let index = 0; index < bytes; index++) view.setUint8(index, big(position + index, 1))
  return bytes === 4 ? view.getFloat32(0) : view.getFloat64(0)
}
