import type { Scope } from '@lamella/core'
import * as fc from 'fast-check'
import { codePoint } from '../samples/code-point.ts'

/**
 * Ids that differ, but that files, keys, patterns and comparisons confuse: paths, names that Windows reserves, case,
 * normalization, trailing blanks and dots, names that every object has.
 */
export const hostileIds: readonly string[] = [
  ...'telegram_4711 .. . ../../x /etc/passwd / a/b a\\b a:b a A'.split(' '),
  ...['a ', ' a', 'a.', 'a..'],
  ...'CON con nul.txt a.jsonl a.jsonl.tmp % %2F %2f %252F _ __ - -- ~ * ?'.split(' '),
  ...["'", '"', '`', "'; DROP TABLE sessions; --", '{"a":1}', '["a"]', '$&'],
  ...['\u0000', 'a\u0000', 'a\u0000b', 'a\nb', '\r\n', '\t'],
  ...'__proto__ constructor toString hasOwnProperty 0 -0 null undefined true 1e3 1000'.split(' '),
  // Composed and decomposed, compatibility forms, letters whose lower case is longer, direction marks, invisible
  // characters.
  ...'\u00e9 e\u0301 ﬁ fi İ i̇ ß SS ss \u202ea \u200b \ufeff \ufeffa 日本 👩‍👩‍👧 \uff5e \uffff'.split(' '),
  ...['x'.repeat(512), 'X'.repeat(512), '日'.repeat(512), '😀'.repeat(256)],
]

/** Invalid ids. */
export const noIds: readonly unknown[] = [
  ...['', 'x'.repeat(513), '\ud800', 'a\udc00b', '\udc00\ud800'],
  ...[undefined, null, 0, 42, true, {}, ['a'], Number.NaN],
]

/** Invalid scopes, with the code of the expected error. */
export const noScopes: readonly (readonly [scope: unknown, code: string])[] = [
  ...[{}, { user: 'ada' }, { tenant: '' }, { tenant: undefined }, undefined, null].map(
    (scope) => [scope, 'SCOPE_INVALID'] as const,
  ),
  ...[{ tenant: 'a\ud800' }, { tenant: 't', user: '' }, { tenant: 't', agent: 7 }, { tenant: 'x'.repeat(513) }].map(
    (scope) => [scope, 'STORE_VALUE_INVALID'] as const,
  ),
]

/** Any id that a store must accept. */
export const anyId: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostileIds),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.string({ unit: codePoint, minLength: 1, maxLength: 20 }),
)

/** Returns an unused scope on every call, so that generated runs in one store do not collide. */
export function newScopes(): () => Scope {
  let next = 0
  return () => ({ tenant: `tenant ${next++}`, user: 'ada' })
}

/** Different owners whose names are equal when joined with a separator. */
export function alikeOwners(joint: string): readonly Scope[] {
  const ab = `a${joint}b`
  return [
    { tenant: 'a' },
    { tenant: ab },
    { tenant: 'a', user: 'b' },
    { tenant: 'a', agent: 'b' },
    { tenant: ab, user: 'c' },
    { tenant: 'a', user: `b${joint}c` },
    { tenant: 'a', user: 'b', agent: 'c' },
    { tenant: 'a', agent: `b${joint}c` },
  ]
}
