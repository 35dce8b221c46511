// Writes the tables of rare pairs and triples of letters, packages/core/src/measure/rare-pairs.ts from the vocabulary of
// o200k_base and src/rare-triples.ts from that of cl100k_base: with --check it only compares, and fails if they differ.
//
//   node scripts/pairs.mjs
//
// A byte pair encoding numbers its tokens by how often they were merged, so by Zipf's law a token is about as frequent as
// the inverse of its number. The pairs of all tokens, weighted so, are ranked, and the rarer half of the 676 is the table:
// of pairs drawn at random it has a half, of those in a language or code 0.3 to 3 %. Of the 17,576 triples, all but the 3,000
// most frequent are rare: the vocabulary of cl100k_base is mostly English and code, of whose words 1 to 8 % have one, and of
// the words of other languages 10 to 80 %.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { vocabulary } from './tools.mjs'

const letters = 26
const commonTriples = 3_000
const pairsTable = new URL('../../core/src/measure/rare-pairs.ts', import.meta.url)
const triplesTable = new URL('../src/rare-triples.ts', import.meta.url)

/** Returns the sequences of so many letters, as numbers to the base of 26, the rarest first. */
function byFrequency(length, encoding) {
  const found = new Float64Array(letters ** length)
  vocabulary(encoding).forEach((token, rank) => {
    let sequence = 0
    let known = 0
    for (const character of token.toLowerCase()) {
      const letter = character.charCodeAt(0) - 97
      known = letter >= 0 && letter < letters ? known + 1 : 0
      sequence = known === 0 ? 0 : (sequence * letters + letter) % found.length
      if (known >= length) found[sequence] += 1 / (rank + 1)
    }
  })
  return [...found.keys()].sort((a, b) => found[a] - found[b] || a - b)
}

/** Returns a row of bits for all letters but the last: the last letters of the sequences. Numbers to the base of 36. */
function rowsOf(sequences, rows) {
  const bits = Array.from({ length: rows }, () => 0)
  for (const sequence of sequences) bits[Math.floor(sequence / letters)] |= 1 << (sequence % letters)
  return bits.map((row) => row.toString(36)).join(' ')
}

/** Returns the files with their tables in place. */
export function pairsFiles() {
  const pairs = byFrequency(2, 'o200k_base')
  const tables = [
    [pairsTable, rowsOf(pairs.slice(0, pairs.length / 2), letters)],
    [triplesTable, rowsOf(byFrequency(3, 'cl100k_base').slice(-commonTriples), letters ** 2)],
  ]
  return tables.map(([file, rows]) => ({
    file,
    made: readFileSync(file, 'utf8').replace(/=(\s+)'[^']*'/, `=$1'${rows}'`),
  }))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { file, made } of pairsFiles()) {
    if (process.argv[2] !== '--check') writeFileSync(file, made)
    else if (readFileSync(file, 'utf8') !== made) {
      console.error(`${file.pathname} is not what scripts/pairs.mjs makes: run it without --check.`)
      process.exitCode = 1
    }
  }
}
