/** By last letter, longest first, each with its replacement. */
export type Endings = Readonly<Record<string, readonly (readonly [ending: string, replacement: string])[]>>

/** Reads pairs, such as `ational>ate tional>tion`. */
export function pairsIn(text: string): readonly (readonly [from: string, to: string])[] {
  return text.split(' ').map((pair) => pair.split('>') as [string, string])
}

/** Reads rows of endings that have the same last letter. */
function endings(...rows: readonly string[]): Endings {
  return Object.fromEntries(rows.map((row) => [row.charAt(row.indexOf('>') - 1), pairsIn(row)]))
}

/** Endings of derived words, such as `-ization`. */
export const second: Endings = /* @__PURE__ */ endings(
  'biliti>ble lessli>less entli>ent aliti>al ousli>ous iviti>ive fulli>ful enci>ence anci>ance abli>able alli>al bli>ble ogi>og li>',
  'ational>ate tional>tion',
  'alism>al',
  'ization>ize ation>ate',
  'izer>ize ator>ate',
  'fulness>ful ousness>ous iveness>ive',
  'ogist>og',
)

/** Endings that remain after that. */
export const third: Endings = /* @__PURE__ */ endings(
  'alize>al icate>ic ative>',
  'iciti>ic',
  'ational>ate tional>tion ical>ic ful>',
  'ness>',
)

/** Endings that are removed without replacement. */
export const fourth: Endings = /* @__PURE__ */ endings(
  'ic>',
  'ance> ence> able> ible> ate> ive> ize>',
  'iti>',
  'al>',
  'ism>',
  'ion>',
  'er>',
  'ous>',
  'ement> ment> ant> ent>',
)
