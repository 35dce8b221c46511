// Writes the table of rare pairs of letters, packages/core/src/measure/rare-pairs.ts, from the vocabulary of o200k_base:
// with --check it only compares, and fails if they differ.
//
//   node scripts/pairs.mjs
//
// A byte pair encoding numbers its tokens by how often they were merged, so by Zipf's law a token is about as frequent as
// the inverse of its number. The pairs of all tokens, weighted so, are ranked, and the rarer half of the 676 is the table:
// of pairs drawn at random it has a half, of those in a language or in code 0.3 to 3 %.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { vocabulary } from './tools.mjs'

const letters = 26
const file = new URL('../../core/src/measure/rare-pairs.ts', import.meta.url)

/** Returns the frequency of each pair of letters, by 26 times the first and the second. */
function frequencies() {
  const found = new Float64Array(letters * letters)
  vocabulary('o200k_base').forEach((token, rank) => {
    const codes = [...token.toLowerCase()].map((character) => character.charCodeAt(0) - 97)
    for (let at = 1; at < codes.length; at++) {
      const [first, second] = [codes[at - 1], codes[at]]
      const inAlphabet = first >= 0 && first < letters && second >= 0 && second < letters
      if (inAlphabet) found[first * letters + second] += 1 / (rank + 1)
    }
  })
  return found
}

/** Returns a row of bits for each first letter: the second letters that are rare after it. */
export function rareRows() {
  const found = frequencies()
  const order = [...found.keys()].sort((a, b) => found[a] - found[b] || a - b)
  const rows = Array.from({ length: letters }, () => 0)
  for (const pair of order.slice(0, found.length / 2)) rows[Math.floor(pair / letters)] |= 1 << (pair % letters)
  return rows
}

/** Returns the file with the table in its place: numbers to the base of 36. */
export function pairsFile() {
  const rows = rareRows().map((row) => row.toString(36))
  return readFileSync(file, 'utf8').replace(/=(\s+)'[^']*'/, `=$1'${rows.join(' ')}'`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const made = pairsFile()
  if (process.argv[2] !== '--check') writeFileSync(file, made)
  else if (readFileSync(file, 'utf8') !== made) {
    console.error(
      'packages/core/src/measure/rare-pairs.ts is not what scripts/pairs.mjs makes: run it without --check.',
    )
    process.exitCode = 1
  }
}
