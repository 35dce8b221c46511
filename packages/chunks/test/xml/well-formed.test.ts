import { parseXml } from '@rgrove/parse-xml'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { xmlProblem } from '../../src/xml/well-formed.ts'
import { hostileText } from '../support/hostile.ts'

const parses = (text: string): boolean => {
  try {
    parseXml(`<root>${text}</root>`)
    return true
  } catch {
    return false
  }
}

const tag = fc.constantFrom('a', 'b', 'é', 'x:y', '_-.1')
const word = fc.constantFrom('a', ' ', '\n', '&amp;', '&#13;', '&#x1F600;', '"', "'", '>', '😀', '\r\n')
const attributes = fc
  .uniqueArray(fc.constantFrom('c', 'd', 'e'), { maxLength: 3 })
  .chain((names) => fc.tuple(fc.constant(names), fc.constantFrom('"x"', "'y\"'", '"&lt;>"', ' = "z"')))
  .map(([names, value]) => names.map((name) => ` ${name}${value.startsWith(' ') ? value : `=${value}`}`).join(''))
const literal = fc.constantFrom('<!-- a - b -->', '<![CDATA[<a>]]>', '<![CDATA[]]>')

/** Well-formed markup. */
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc
    .array(
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        word,
        literal,
        fc.tuple(tag, attributes).map(([name, list]) => `<${name}${list}/>`),
        fc.tuple(tag, attributes, tie('tree')).map(([name, list, inner]) => `<${name}${list}>${inner}</${name} >`),
      ),
      { maxLength: 4 },
    )
    .map((parts) => parts.join('')),
}))

/** Markup with pieces removed, duplicated or inserted. */
const broken = fc.tuple(tree, fc.nat(), fc.nat(4), hostileText).map(([text, at, length, put]) => {
  const from = text.length === 0 ? 0 : at % text.length
  return text.slice(0, from) + put + text.slice(from + length)
})

describe('xmlProblem', () => {
  it('accepts well-formed markup', () => {
    fc.assert(
      fc.property(tree, (text) => {
        expect(parses(text)).toBe(true)
        expect(xmlProblem(text)).toBeUndefined()
      }),
      { numRuns: 1_000 },
    )
  })

  it('rejects everything a parser rejects, and more only where documented', () => {
    fc.assert(
      fc.property(fc.oneof(broken, hostileText), (text) => {
        const isKnownOnly = !/<[?]/.test(text)
        if (xmlProblem(text) === undefined) expect(parses(text)).toBe(true)
        else if (isKnownOnly) expect(parses(text)).toBe(false)
      }),
      { numRuns: 5_000 },
    )
  })

  it.each([
    ['<a>', 'does not close <a>'],
    ['</a>', 'closes <a> that is not open'],
    ['<a><b></a></b>', 'closes <a> before <b>'],
    ['</root><root>', 'closes <root> that is not open'],
    ['a < b', 'has an unescaped <'],
    ['a & b', 'has an unescaped &'],
    ['<a b="1" b="2"/>', 'has the attribute b twice'],
    ['<a b=1/>', 'has a malformed tag <a>'],
    ['<a b="&c;"/>', 'has an unescaped &'],
    ['<?xml version="1.0"?>', 'has an unescaped <'],
    ['<!DOCTYPE a>', 'has a declaration'],
    ['<!-- a', 'has an unclosed comment or CDATA section'],
    ['<!-- a -- b -->', 'has -- in a comment'],
    [']]>', 'has an unescaped ]]>'],
    ['a\0', 'has a character that XML cannot represent'],
    ['&#0;', 'has an unescaped &'],
  ])('reports for %j: %s', (text, problem) => {
    expect(xmlProblem(text)).toBe(problem)
  })
})
