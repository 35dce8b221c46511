/** From here on, scripts have thousands of characters. */
const wide = 0x3400

/** How many letters of an alphabet, and of a script that has thousands of characters, are looked at together. */
const stretch = 64
const wideStretch = 256

/** Three quarters of how many differ where so many are drawn at random, from 128 characters (a block) or from thousands. */
const most = 37
const mostWide = 192

/** Returns the bytes of a UTF-16 unit in UTF-8; a half of a pair as 3. */
export function unitBytes(unit: number): number {
  return unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
}

/**
 * Creates a function that returns the UTF-8 bytes of the stretches of a text in which characters vary as if drawn at random:
 * lists of characters, keys, damaged text. A text in a language repeats its letters, and the tokens of an encoding are made of
 * what repeats; all else takes up to a token a byte. Of 64 letters of a text in an alphabet, 20 to 36 differ, of 64 drawn from
 * a block of Unicode 50. Of 256 Chinese characters, 120 to 170. Shorter texts say nothing. One pass.
 *
 * @param known 0 for the UTF-16 units that do not count. A surrogate pair counts by its first unit.
 * @example
 * createVariedBytes(known)('Когда можно сеять бобы? '.repeat(9)) // 0
 */
export function createVariedBytes(known: ArrayLike<number>): (text: string) => number {
  /** The number of the stretch in which each character was last seen, by its lower bits. */
  const seen = new Float64Array(0x4000)
  let number = 0
  return (text) => {
    let [total, size, different, bytes, isWide, varied] = [0, 0, 0, 0, false, false]
    number++
    for (let at = 0; at < text.length; at++) {
      let unit = text.charCodeAt(at)
      if (unit < 0x80 || !known[unit]) continue
      bytes += unitBytes(unit)
      if (unit >> 10 === 0x36) {
        unit = text.charCodeAt(++at)
        bytes++
      } else isWide ||= unit >= wide
      if (seen[unit & 0x3fff] !== number) different++
      seen[unit & 0x3fff] = number
      if (++size < (isWide ? wideStretch : stretch)) continue
      varied = different > (isWide ? mostWide : most)
      if (varied) total += bytes
      number++
      size = different = bytes = 0
      isWide = false
    }
    // What is left at the end is like what was before it.
    return varied ? total + bytes : total
  }
}
