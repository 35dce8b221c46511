// Texts that machines write, for the test of machine text and for fit-machine.mjs: generated, the same in each run.
import { alphabets, drawing, listOf, upperCase } from './draw.mjs'
import { records } from './records.mjs'
import { sources } from './sources.mjs'

const { decimal, lower, printable, text64 } = alphabets

/** Each kind of text: a function that makes one piece of it with the numbers of a seed. */
const runs = {
  base64: ({ bytes }) => bytes(600).toString('base64'),
  'base64 of lines': ({ bytes }) => bytes(600).toString('base64').replace(/.{76}/g, '$&\n'),
  base64url: ({ bytes }) => bytes(600).toString('base64url'),
  hex: ({ bytes }) => bytes(400).toString('hex'),
  'capital hex': ({ bytes }) => bytes(400).toString('hex').toUpperCase(),
  'dump of bytes': ({ bytes }) =>
    listOf(
      20,
      (row) => `${(row * 16).toString(16).padStart(8, '0')}: ${bytes(16).toString('hex').replace(/..../g, '$& ')}`,
      '\n',
    ),
  hashes: ({ bytes }) => listOf(15, () => `sha256:${bytes(32).toString('hex')}`, '\n'),
  uuids: ({ uuid }) => listOf(20, uuid, '\n'),
  ids: ({ text }) => listOf(20, () => `${text(lower, 3)}_${text(text64.slice(0, 62), 24)}`, ', '),
  jwt: ({ bytes, text }) => {
    const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = () => part({ sub: text(decimal, 10), jti: text(lower, 12) })
    const one = () => [part({ alg: 'HS256', typ: 'JWT' }), claims(), bytes(32).toString('base64url')].join('.')
    return listOf(2, one, '\n')
  },
  'one character': ({ pick }) => listOf(12, () => pick([...printable]).repeat(40), '\n'),
  blanks: ({ below }) => listOf(60, () => `${' '.repeat(1 + below(40))}x${'\n'.repeat(1 + below(6))}`, ''),
  tabs: ({ below }) => listOf(60, () => '\t'.repeat(1 + below(9)) + 'y\r\n'.repeat(1 + below(3)), ''),
  'printable ASCII': ({ text }) => text(printable, 800),
  'words of random letters': ({ below, text }) => listOf(120, () => text(lower, 2 + below(9)), ' '),
  'words of random capitals': ({ below, text }) => listOf(120, () => text(upperCase, 2 + below(9)), ' '),
  'words of both cases': ({ below, text }) => listOf(120, () => text(lower + upperCase, 2 + below(9)), ' '),
  'random letters': ({ text }) => text(lower, 800),
  'random capitals': ({ text }) => text(upperCase, 800),
  'random letters of both cases': ({ text }) => text(lower + upperCase, 800),
  'random letters in quotes': ({ below, text }) => listOf(12, () => `"${text(lower, 20 + below(60))}"`, ','),
  'random letters and digits': ({ text }) => text(lower + decimal, 800),
  'random digits': ({ text }) => text(decimal, 800),
  dna: ({ text }) => listOf(10, () => text('ACGT', 70), '\n'),
  'small dna': ({ text }) => text('acgt', 700),
  protein: ({ text }) =>
    listOf(10, (row) => `>sp|P${row}${text(decimal, 4)}\n${text('ACDEFGHIKLMNPQRSTVWY', 60)}`, '\n'),
  base32: ({ text }) => listOf(10, () => text(`${upperCase}234567`, 56), '\n'),
  base58: ({ text }) => listOf(16, () => text(text64.replace(/[0OIl+/]/g, ''), 44), '\n'),
  base85: ({ text }) => text(printable.slice(0, 85), 700),
  bits: ({ text }) => listOf(20, () => text('01', 32), ' '),
  emoji: ({ below }) => listOf(150, () => String.fromCodePoint(0x1f600 + below(80)), ''),
  'emoji of many blocks': ({ below }) => listOf(150, () => String.fromCodePoint(0x1f300 + below(0x350)), ' '),
  'box drawing': ({ below, words }) =>
    listOf(8, () => `│ ${words(2)} ${'─'.repeat(below(9))}┼${'═'.repeat(below(9))} █▓░ │`, '\n'),
  braille: ({ below }) => listOf(200, () => String.fromCodePoint(0x2800 + below(256)), ''),
}

export const machineKinds = { ...runs, ...records, ...sources }

/** Returns the texts of each kind: one for each seed. */
export function machineTexts(seeds) {
  return Object.entries(machineKinds).flatMap(([kind, make]) =>
    seeds.map((seed) => ({ kind, text: make(drawing(seed)) })),
  )
}
