/** What ends a sentence outside ASCII, also without a space after it. Source: Unicode 17, Sentence_Break=STerm, in the BMP. */
const terminals =
  '\u0589\u061d-\u061f\u06d4\u0700-\u0702\u07f9\u0837\u0839\u083d\u083e\u0964\u0965\u104a\u104b\u1362\u1367\u1368\u166e\u1735\u1736\u17d4\u17d5\u1803\u1809\u1944\u1945\u1aa8-\u1aab\u1b5a\u1b5b\u1b5e\u1b5f\u1c3b\u1c3c\u1c7e\u1c7f\u203c\u203d\u2047-\u2049\u2e2e\u2e3c\u3002\ua4ff\ua60e\ua60f\ua6f3\ua6f7\ua876\ua877\ua8ce\ua8cf\ua92f\ua9c8\ua9c9\uaa5d-\uaa5f\uaaf0\uaaf1\uabeb\ufe56\ufe57\uff01\uff1f\uff61'

const southeast = '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}'
const eastern = `\\p{Script=Han}々〆\\p{Script=Hiragana}\\p{Script=Katakana}ー\\p{Script=Hangul}${southeast}`

/** Scripts that write without spaces, or join particles to numbers: a word, a number or an id ends where they begin. */
export const unspaced: RegExp = new RegExp(`[${eastern}]`, 'u')

/** Runs of such a script each, and what is between these runs. */
export const runs: RegExp = new RegExp(
  `[\\p{Script=Han}々〆]+|\\p{Script=Hiragana}+|[\\p{Script=Katakana}ー]+|\\p{Script=Hangul}+|[${southeast}]+|[^${eastern}]+`,
  'gu',
)

/**
 * What is between two sentences. In scripts without spaces, one in quotation marks that is followed by more is a part of the sentence
 * around it: 「…。」と言った.
 */
export const betweenSentences: RegExp = new RegExp(
  `(?<=[.!?…${terminals}](?:["'\\p{Pi}]|\\s?[\\p{Pe}\\p{Pf}])?)\\s+(?!\\p{Ll}|[\\p{Pe}\\p{Pf}](?:\\s|$))|(?<=[${terminals}])(?![${terminals}\\p{Pe}\\p{Pf}"'])|(?<=[${terminals}][\\p{Pe}\\p{Pf}])(?=[\\p{Ps}\\p{Pi}])`,
  'u',
)

/** The end of a sentence; `13.` ends none. */
export const sentenceEnd: RegExp = new RegExp(`(?:(?<!(?<!\\p{N})\\p{N}{1,2})\\.|[!?])(?:\\s|$)|[${terminals}\\n]`, 'u')

/** The end of what is said of a value. */
export const phraseEnd: RegExp = new RegExp(`[.!?;]\\s|[${terminals}\\n]`, 'gu')

/** A word that is cut off at the beginning is none. */
export const wordStart: RegExp = new RegExp(`^[^\\s${eastern}]+`, 'u')

/** What ends a value, outside ASCII. */
export const valueEnd: RegExp = new RegExp(`[\\p{P}${eastern}]`, 'u')

/** A character that a longer number or word has at its edge. */
export const valueEdge: RegExp = new RegExp(`(?![${eastern}])[\\p{L}\\p{N}_]`, 'u')

/** A word with what joins its parts, in the scripts that write spaces: `src/run.ts`, `4,871`, `19:30`. */
export const valueWords: RegExp = new RegExp(
  `(?![${eastern}])[\\p{L}\\p{N}](?:(?![${eastern}])[\\p{L}\\p{M}\\p{N}]|[._/@:,’'-](?=[\\p{L}\\p{N}]))*`,
  'gu',
)
