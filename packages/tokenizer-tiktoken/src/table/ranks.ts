/** The bytes of each token by id; ids without a token are `undefined`. */
export type TokenBytes = readonly (Uint8Array | undefined)[]

/**
 * Reads `bpe_ranks` of the `tiktoken` package: lines of `! <first id> <token in base64> <token in base64> ...`, ids ascending
 * by one.
 */
export function parseRanks(ranks: string): TokenBytes {
  const tokens: (Uint8Array | undefined)[] = []
  for (const line of ranks.split('\n')) {
    const [, first, ...encoded] = line.split(' ')
    encoded.forEach((token, i) => {
      tokens[Number(first) + i] = Uint8Array.from(atob(token), (character) => character.charCodeAt(0))
    })
  }
  return Array.from(tokens)
}
