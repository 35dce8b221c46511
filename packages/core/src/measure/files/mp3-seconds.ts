import type { Numbers } from '../numbers.ts'

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
export function mp3Seconds({ at, big }: Numbers, length: number): number | undefined {
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
