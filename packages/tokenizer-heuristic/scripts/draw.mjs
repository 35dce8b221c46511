// What generated texts are drawn from: numbers that look random and are the same in each run.

const letters = 'abcdefghijklmnopqrstuvwxyz'
export const upperCase = letters.toUpperCase()
const decimal = '0123456789'

export const alphabets = {
  lower: letters,
  decimal,
  hexadecimal: '0123456789abcdef',
  text64: `${upperCase}${letters}${decimal}+/`,
  printable: Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join(''),
}

/** Words as programs, tables and logs have them, of an everyday text: what is between the machine's own characters. */
const words =
  'the order was sent to a customer who had asked for more information about the delivery and price of each item in stock user name value request error status time file path index count result server client account update list total'.split(
    ' ',
  )

export const listOf = (count, one, joint) => Array.from({ length: count }, (_, index) => one(index)).join(joint)

/** Returns the draws of a seed. */
export function drawing(seed) {
  let state = (seed * 2_654_435_761) >>> 0 || 1
  const below = (limit) => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state % limit
  }
  const pick = (list) => list[below(list.length)]
  const text = (alphabet, size) => listOf(size, () => pick(alphabet), '')
  const bytes = (size) => Buffer.from(Array.from({ length: size }, () => below(256)))
  const capital = (word) => word[0].toUpperCase() + word.slice(1)
  return {
    below,
    pick,
    capital,
    text,
    bytes,
    word: () => pick(words),
    words: (size) => listOf(size, () => pick(words), ' '),
    number: (size) => text(decimal, size),
    real: () => `${below(1000)}.${text(decimal, 1 + below(6))}`,
    camel: (size) => pick(words) + listOf(size - 1, () => capital(pick(words)), ''),
    snake: (size) => listOf(size, () => pick(words), '_'),
    uuid: () =>
      bytes(16)
        .toString('hex')
        .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    time: () =>
      `20${10 + below(20)}-${10 + below(3)}-${10 + below(19)}T${10 + below(14)}:${10 + below(50)}:${10 + below(50)}.${text(decimal, 3)}Z`,
  }
}
