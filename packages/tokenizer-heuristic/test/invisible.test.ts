import { heuristic } from '@lamella/tokenizer-heuristic'
import { describe, expect, it } from 'vitest'
import { exactCounter } from '../scripts/tools.mjs'

const prose =
  'The committee decided yesterday that the implementation of the new regulations should be postponed until next spring. '.repeat(
    8,
  )
const insideWords = (sign: string): string => prose.replace(/([a-z]{3})(?=[a-z]{2})/g, `$1${sign}`)
const aroundWords = (before: string, after: string): string => prose.replace(/\w+/g, `${before}$&${after}`)

/** What nobody sees, or what has no words: copied from pages, extracted from PDFs, exported from tables, written by programs. */
const texts: Readonly<Record<string, string>> = {
  'zero-width spaces inside of words': insideWords('\u200b'),
  'non-joiners inside of words': insideWords('\u200c'),
  'Persian with non-joiners': 'می\u200cخواهم کتاب\u200cهای خوب را می\u200cخوانم و نمی\u200cدانم '.repeat(20),
  'isolated words': aroundWords('\u2068', '\u2069'),
  'marks of direction': aroundWords('\u200e', '\u200f'),
  'byte order marks': aroundWords('\ufeff', ''),
  'stretched Arabic': 'مـــــرحـــــبا '.repeat(40),
  'letters with spaces': prose.replace(/(?<=\S)(?=\S)/g, ' '),
  newlines: '\n'.repeat(5_000),
  'newlines of Windows': '\r\n'.repeat(5_000),
  spaces: ' '.repeat(5_000),
  tabs: '\t'.repeat(5_000),
  'lines filled with spaces': `x${' '.repeat(120)}`.repeat(200),
  'empty cells': `id,name,,,,,,,,,x,,,,,\n${'1,Bob,,,,,,,,,,,,,2\n'.repeat(60)}`,
  'nested lists': `${'['.repeat(40)}1${']'.repeat(40)}`.repeat(10),
  'quotes and bars': `${'"'.repeat(60)} ${'|'.repeat(60)} ${'`'.repeat(60)}`.repeat(10),
}

describe.each(['o200k_base', 'cl100k_base'] as const)('what has no words, against %s', (encoding) => {
  const exact = exactCounter(encoding)

  it.each(Object.keys(texts))("'careful' and 'upper' count at least 0.9 of %s", (kind) => {
    const text = texts[kind] ?? ''
    for (const mode of ['careful', 'upper'] as const) {
      expect(heuristic({ mode, encoding }).count(text) / exact(text)).toBeGreaterThanOrEqual(0.9)
    }
  })

  it("'careful' counts at most three times the tokens of drawn lines", () => {
    for (const sign of '-=*#_~.+/') {
      const text = `Title\n${sign.repeat(40)}\n`.repeat(20)
      expect(heuristic({ mode: 'careful', encoding }).count(text) / exact(text)).toBeLessThanOrEqual(3)
    }
  })
})
