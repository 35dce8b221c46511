import type { Tokenizer } from '@lamella/core'
import { charTokenizer } from '../../src/fakes/char-tokenizer.ts'
import { inTurns, type Mutant } from './mutant.ts'

const mutant = (code: string, name: string, fault: () => Partial<Tokenizer>): Mutant<Tokenizer> => ({
  code,
  name,
  make: () => ({ ...charTokenizer, ...fault() }),
})

/** A character counter with one fault each. Most of these faults come from real tokenizers. */
export const tokenizerMutants: readonly Mutant<Tokenizer>[] = [
  mutant('TOKENIZER_FIELDS', 'has no name', () => ({ name: '' })),
  mutant('TOKENIZER_FIELDS', 'does not declare whether it is exact', () => ({
    exact: undefined as unknown as boolean,
  })),
  mutant('TOKENIZER_EMPTY', 'adds a token for the start of the text', () => ({ count: (text) => text.length + 1 })),
  mutant('TOKENIZER_EMPTY', 'counts at least 1', () => ({ count: (text) => Math.max(1, text.length) })),
  mutant('TOKENIZER_WHOLE', 'divides by four and does not round', () => ({ count: (text) => text.length / 4 })),
  mutant('TOKENIZER_WHOLE', 'returns -1 for broken Unicode', () => ({
    count: (text) => (/\p{Surrogate}/u.test(text) ? -1 : text.length),
  })),
  mutant('TOKENIZER_NEVER_THROWS', 'counts bytes with encodeURIComponent, which refuses lone surrogates', () => ({
    count: (text) => encodeURIComponent(text).replaceAll(/%../g, '.').length,
  })),
  mutant('TOKENIZER_NEVER_THROWS', 'refuses special tokens', () => ({
    count: (text) => {
      if (text.includes('<|endoftext|>')) throw new Error('The text contains a special token that is not allowed')
      return text.length
    },
  })),
  mutant('TOKENIZER_NEVER_THROWS', 'passes the text to a C string, which ends at NUL', () => ({
    count: (text) => {
      if (text.includes('\u0000')) throw new TypeError('must be a string without null bytes')
      return text.length
    },
  })),
  mutant('TOKENIZER_VISIBLE', 'divides by four and rounds down', () => ({
    count: (text) => Math.floor(text.length / 4),
  })),
  mutant('TOKENIZER_VISIBLE', 'counts a lone emoji as 0', () => ({
    count: (text) => (/^\p{Extended_Pictographic}$/u.test(text) ? 0 : text.length),
  })),
  mutant('TOKENIZER_DETERMINISTIC', 'adds one to a text it has seen before', () => {
    const seen = new Set<string>()
    return {
      count: (text) => {
        const again = text !== '' && seen.has(text)
        seen.add(text)
        return text.length + (again ? 1 : 0)
      },
    }
  }),
  mutant(
    'TOKENIZER_DETERMINISTIC',
    'counts differently in every instance',
    inTurns((odd) => ({
      count: (text) => text.length + (odd && text.length > 20 ? 1 : 0),
    })),
  ),
  mutant('TOKENIZER_ADDITIVE', 'charges ten tokens extra to texts of more than twelve characters', () => ({
    count: (text) => text.length + (text.length > 12 ? 10 : 0),
  })),
  mutant(
    'TOKENIZER_LINES',
    'merges a line break and the next letter into one token, but declares splitsAtLines',
    () => ({
      splitsAtLines: true,
      count: (text) => text.replaceAll(/\n[a-z]/g, '.').length,
    }),
  ),
  mutant('TOKENIZER_LINEAR', 'reads the first 10,000 characters only', () => ({
    count: (text) => Math.min(text.length, 10_000),
  })),
  mutant('TOKENIZER_LINEAR', 'grows with the square of long texts', () => ({
    count: (text) => Math.ceil(text.length * Math.max(1, text.length / 4096)),
  })),
]
