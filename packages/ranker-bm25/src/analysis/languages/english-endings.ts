/** By last letter, longest first, each with its replacement. */
export type Endings = Readonly<Record<string, readonly (readonly [ending: string, replacement: string])[]>>

/** Endings of derived words, such as `-ization`. */
export const second: Endings = {
  i: [
    ...([
      ['biliti', 'ble'],
      ['lessli', 'less'],
      ['entli', 'ent'],
      ['aliti', 'al'],
      ['ousli', 'ous'],
      ['iviti', 'ive'],
    ] as const),
    ...([
      ['fulli', 'ful'],
      ['enci', 'ence'],
      ['anci', 'ance'],
      ['abli', 'able'],
      ['alli', 'al'],
      ['bli', 'ble'],
    ] as const),
    ...([
      ['ogi', 'og'],
      ['li', ''],
    ] as const),
  ],
  l: [
    ['ational', 'ate'],
    ['tional', 'tion'],
  ],
  m: [['alism', 'al']],
  n: [
    ['ization', 'ize'],
    ['ation', 'ate'],
  ],
  r: [
    ['izer', 'ize'],
    ['ator', 'ate'],
  ],
  s: [
    ['fulness', 'ful'],
    ['ousness', 'ous'],
    ['iveness', 'ive'],
  ],
  t: [['ogist', 'og']],
}
/** Endings that remain after that. */
export const third: Endings = {
  e: [
    ['alize', 'al'],
    ['icate', 'ic'],
    ['ative', ''],
  ],
  i: [['iciti', 'ic']],
  l: [
    ['ational', 'ate'],
    ['tional', 'tion'],
    ['ical', 'ic'],
    ['ful', ''],
  ],
  s: [['ness', '']],
}
/** Endings that are removed without replacement. */
export const fourth: Endings = {
  c: [['ic', '']],
  e: [
    ['ance', ''],
    ['ence', ''],
    ['able', ''],
    ['ible', ''],
    ['ate', ''],
    ['ive', ''],
    ['ize', ''],
  ],
  i: [['iti', '']],
  l: [['al', '']],
  m: [['ism', '']],
  n: [['ion', '']],
  r: [['er', '']],
  s: [['ous', '']],
  t: [
    ['ement', ''],
    ['ment', ''],
    ['ant', ''],
    ['ent', ''],
  ],
}
