/** The number of characters that are looked at together. */
const stretch = 64

/** Fewer say nothing: words too begin with letters that differ. */
const fewest = 16

/** From here on, scripts have thousands of characters. Their characters are one row, all others are in rows of 128. */
const wide = 0x3400

/** When each character was last seen, by its lower bits: the number of the stretch. */
let seen: Uint32Array | undefined
let stretches = 0

/** A stretch of characters of one row. */
interface Stretch {
  readonly number: number
  size: number
  different: number
}

/**
 * Returns the UTF-8 bytes of the stretches in which hardly a character repeats: lists of characters, keys, damaged text. A
 * text in a language repeats its letters, and the tokens of an encoding are made of what repeats; all else takes up to a token
 * a byte. One pass, without a table: of 64 letters of a text in an alphabet, 20 to 36 differ, of 64 drawn from a block of
 * Unicode more than 40. Of 64 Chinese characters or Korean syllables, some are the same.
 *
 * @param known 0 for the UTF-16 units that do not count. A surrogate pair counts by its first unit.
 * @example
 * variedBytes('Когда можно сеять бобы? '.repeat(9), known) // 0
 */
export function variedBytes(text: string, known: Uint8Array): number {
  const { length } = text
  let total = 0
  let rows: (Stretch | undefined)[] | undefined
  for (let at = 0; at < length; at++) {
    let unit = text.charCodeAt(at)
    if (unit < 0x80 || known[unit] === 0) continue
    if (unit >= 0xd800 && unit < 0xdc00) unit = text.charCodeAt(++at)
    seen ??= new Uint32Array(0x4000)
    rows ??= []
    const row = rowOf(unit)
    let one = rows[row]
    if (one === undefined) {
      stretches = (stretches + 1) >>> 0
      one = { number: stretches, size: 0, different: 0 }
      rows[row] = one
    }
    one.size++
    if (seen[unit & 0x3fff] !== one.number) one.different++
    seen[unit & 0x3fff] = one.number
    if (one.size < stretch) continue
    total += variedIn(one, row)
    rows[row] = undefined
  }
  rows?.forEach((one, row) => {
    if (one) total += variedIn(one, row)
  })
  return total
}

const wideRow = wide >> 7

/** Whether a row has syllables, which vary more than letters. */
function isKana(row: number): boolean {
  return row === 0x61 || row === 0x62
}

function rowOf(unit: number): number {
  // The Japanese syllabaries are a row each.
  if (unit >= 0x3040 && unit < 0x3100) return (unit + 0x60) >> 7
  return unit < wide || (unit >= 0xdc00 && unit < 0xe000) ? unit >> 7 : wideRow
}

/** Returns the bytes of a stretch, unless it is like one of a text in a language. */
function variedIn({ size, different }: Stretch, row: number): number {
  const most = row === wideRow ? stretch - 1 : size < fewest ? size : size * (1 - size / (isKana(row) ? 185 : 155))
  if (different <= most) return 0
  return size * (row < 0x800 >> 7 ? 2 : row <= wideRow ? 3 : 4)
}
