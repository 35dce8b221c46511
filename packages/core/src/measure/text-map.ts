/** Maps texts to numbers. */
export interface TextMap {
  get(text: string): number | undefined
  /** Sets the number of a text that has none yet. */
  add(text: string, value: number): void
}

/** From this length on, in UTF-16 units, comparing a text takes less time than hashing it. */
const long = 128

/** How many long texts of one signature are compared; further ones are found by their hash. */
const mostAlike = 4

/**
 * Like a Map, but several times faster for long texts that are new strings each time, such as those from a database. An
 * engine hashes every character of a new string before a Map can find it, and comparing two texts takes far less: so
 * long texts are first distinguished by a few of their characters. Texts crafted to be alike in those cost as much as
 * in a Map.
 */
export function createTextMap(): TextMap {
  const hashed = new Map<string, number>()
  const alike = new Map<number, (readonly [text: string, value: number])[]>()
  return {
    get: (text) => {
      if (text.length < long) return hashed.get(text)
      const group = alike.get(signatureOf(text))
      if (group === undefined) return undefined
      for (const [known, value] of group) if (known === text) return value
      return group.length < mostAlike ? undefined : hashed.get(text)
    },
    add: (text, value) => {
      const signature = text.length < long ? undefined : signatureOf(text)
      const group = signature === undefined ? undefined : alike.get(signature)
      if (signature === undefined || group?.length === mostAlike) hashed.set(text, value)
      else if (group === undefined) alike.set(signature, [[text, value]])
      else group.push([text, value])
    },
  }
}

/** Returns 32 bits from a text's length and 16 of its characters. */
function signatureOf(text: string): number {
  const { length } = text
  let bits = length
  for (let sample = 0; sample < 16; sample++) {
    bits = Math.imul(bits ^ text.charCodeAt(Math.floor(((sample + 1) * (length - 1)) / 16)), 0xcc9e2d51)
    bits = (bits << 15) | (bits >>> 17)
  }
  return bits
}
