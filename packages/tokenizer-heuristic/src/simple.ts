import type { Tokenizer } from '@lamella/core'
import { checkOptions, mustBeNumber } from '@lamella/core/plugin'
import { CYRILLIC, CYRILLIC_OTHER, classOfPair, HAN, HANGUL, MARK, RARE, SURROGATE, unitClasses } from './classes.ts'
import { checkText } from './scan.ts'

/** Characters (code points) per token. */
export interface SimpleOptions {
  /** Russian and other Cyrillic text. Default 2.5. */
  readonly cyrillic?: number
  /** Chinese, Japanese and Korean. Default 1.5. */
  readonly cjk?: number
  /** Everything else. Default 4. */
  readonly other?: number
}

/**
 * The rule of thumb: four characters per token, 2.5 in Russian, 1.5 in Chinese, Japanese and Korean; each character
 * counts by its own script, and the result is rounded up. Easy to predict by hand, but for most texts several times as
 * far off as `heuristic()`.
 *
 * @throws LamellaError `OPTION_INVALID` for a number below 0.1.
 * @example
 * simple().count('Hello, world!') // 4, which is 13 / 4 rounded up
 */
export function simple(options: SimpleOptions = {}): Tokenizer {
  const perToken = mustBeNumber(0.1)
  const checked = checkOptions('simple', options, { cyrillic: perToken, cjk: perToken, other: perToken })
  const { cyrillic = 2.5, cjk = 1.5, other = 4 } = checked
  const classes = unitClasses()
  const usual = cyrillic === 2.5 && cjk === 1.5 && other === 4
  return Object.freeze({
    // Counts are cached by tokenizer name, so different numbers need a different name.
    name: usual ? 'simple' : `simple:${other}/${cyrillic}/${cjk}`,
    spec: 1,
    exact: false,
    count: (text: string): number => {
      checkText('count', text)
      let [inCyrillic, inCjk, inOther] = [0, 0, 0]
      for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i)
        let kind = classes[unit] as number
        if (kind === SURROGATE) {
          kind = classOfPair(unit, text.charCodeAt(i + 1))
          if ((text.codePointAt(i) as number) > 0xffff) i++
        }
        if (kind >= CYRILLIC && kind <= CYRILLIC_OTHER) inCyrillic++
        else if ((kind >= HAN && kind <= HANGUL) || ((kind === RARE || kind === MARK) && isEastAsian(unit))) inCjk++
        else inOther++
      }
      // Counts in thousandths first, so that 5 / 2.5 is 2 and not slightly more.
      return Math.ceil(Math.round(1000 * (inCyrillic / cyrillic + inCjk / cjk + inOther / other)) / 1000)
    },
  })
}

/** Checks for rare characters of Chinese, Japanese and Korean, and forms of their width; pairs by their first unit. */
function isEastAsian(unit: number): boolean {
  return (unit >= 0x2e80 && unit < 0xa000) || (unit >= 0xd840 && unit < 0xd8c0) || (unit >= 0xf900 && unit < 0xffe0)
}
