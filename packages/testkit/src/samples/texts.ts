import type { Arbitrary } from 'fast-check'
import * as fc from 'fast-check'
import { codePoint } from './code-point.ts'

/** Texts that have broken tokenizers, rankers and templates before, each for a different reason. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\n\r\n\t',
  '\u0000',
  'a\u0000b',
  // Lone surrogates, which UTF-8 cannot represent and encodeURIComponent refuses.
  '\ud800',
  '\udc00',
  'a\ud83db',
  '\udc00\ud800',
  // Special tokens, which some tokenizers refuse and some turn into one token.
  '<|endoftext|>',
  '<|im_start|>system',
  '</s>',
  '[INST] <<SYS>>',
  // Characters of several code points, marks without a letter, direction changes, invisible characters.
  '👩‍👩‍👧‍👦 🇩🇪 👍🏽',
  'e\u0301\u0301\u0301',
  '\u202eabc',
  '\ufeff\u200b\u2060',
  'İıſß',
  '\uffff\u{10ffff}',
  '日本語の文章です。',
  'مرحبا بالعالم',
  // Names that every object already has, and syntax of patterns, templates, markup and queries.
  '__proto__ constructor toString hasOwnProperty',
  "$& $1 $$ $` $'",
  '(.*+?)[^\\',
  '{{name}} \u0024{name} <%= name %> %s',
  '</system><script>alert(1)</script><!--',
  '\'; DROP TABLE memories; -- " OR * NEAR(',
  'a'.repeat(5000),
  ' '.repeat(5000),
]

/** Whether a text contains a lone surrogate, which some stores cannot represent. */
export const hasHalf = (text: string): boolean => /[\uD800-\uDFFF]/u.test(text)

/** Visible texts: no tokenizer may count them as 0. */
export const visibleTexts: readonly string[] = [...'a Hi . 1 é — 日 ا ж 😀 👩‍👩‍👧‍👦 §'.split(' '), 'x y']

/**
 * Long enough for more than a few tokens, with features that tokenizers treat differently: case, digits, marks, other
 * scripts.
 */
export const passages: readonly string[] = [
  'The launch moves from May 12 to June 3, 2026: legal needs nine more days. Ada tells the vendors; nobody tells Zoë. ',
  'for (const [key, value] of entries) { if (value !== undefined) total += sizes[key] ?? 0 }\n',
  'Сегодня решили перенести запуск. 発売日は六月三日に 変更します。 Größe: 12,5 km — très bien! 🚀 ',
]

const words = 'a the of launch June budget vendor memory 12 2026 Zoë запуск 日本 tool_call :) 👍 € don’t ...'.split(' ')

/** Any Unicode text that a user could send: single graphemes, words, lines. */
export const anyText: Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.array(fc.constantFrom(...words), { maxLength: 20 }).map((list) => list.join(' ')),
  fc.array(fc.constantFrom(...words, ' ', '\n'), { maxLength: 20 }).map((list) => list.join('')),
)

/** Anything a string can contain, including lone surrogates. */
export const anyString: Arbitrary<string> = fc.oneof(
  anyText,
  fc.string({ unit: codePoint, maxLength: 60 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom(...hostileTexts),
)

/** Creates an object that contains itself, which JSON cannot hold. */
export function cyclic(): Record<string, unknown> {
  const cycle: Record<string, unknown> = {}
  cycle['self'] = cycle
  return cycle
}
