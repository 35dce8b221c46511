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

/** Markup that is well-formed. */
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

/** Markup with pieces cut out of it, doubled or put in. */
const broken = fc.tuple(tree, fc.nat(), fc.nat(4), hostileText).map(([text, at, length, put]) => {
  const from = text.length === 0 ? 0 : at % text.length
  return text.slice(0, from) + put + text.slice(from + length)
})

describe('xmlProblem', () => {
  it('takes what is well-formed', () => {
    fc.assert(
      fc.property(tree, (text) => {
        expect(parses(text)).toBe(true)
        expect(xmlProblem(text)).toBeUndefined()
      }),
      { numRuns: 1_000 },
    )
  })

  it('refuses all that a parser refuses, and more only where it says so', () => {
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
    ['a < b', 'has a < that is not escaped'],
    ['a & b', 'has an & that is not escaped'],
    ['<a b="1" b="2"/>', 'has the attribute b twice'],
    ['<a b=1/>', 'has a tag <a> that is not well-formed'],
    ['<a b="&c;"/>', 'has an & that is not escaped'],
    ['<?xml version="1.0"?>', 'has a < that is not escaped'],
    ['<!DOCTYPE a>', 'has a declaration'],
    ['<!-- a', 'has a comment or a CDATA section without an end'],
    ['<!-- a -- b -->', 'has -- in a comment'],
    [']]>', 'has a ]]> that is not escaped'],
    ['a\0', 'has a character that XML cannot hold'],
    ['&#0;', 'has an & that is not escaped'],
  ])('says of %j: %s', (text, problem) => {
    expect(xmlProblem(text)).toBe(problem)
  })
})
