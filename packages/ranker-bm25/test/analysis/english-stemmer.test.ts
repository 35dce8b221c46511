import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { english } from '../../src/analysis/languages/english.ts'

/** Words and stems of the algorithm's sample vocabulary, one group per rule. */
const sample = `
  caresses>caress ponies>poni ties>tie tied>tie cries>cri gas>gas this>this gaps>gap kiwis>kiwi bus>bus dress>dress
  agreed>agre feed>feed plastered>plaster bled>bled motoring>motor sing>sing luxuriating>luxuri hopping>hop hoping>hope
  troubled>troubl sized>size falling>fall hissing>hiss failing>fail filing>file added>add egged>egg erring>err
  dying>die lying>lie vying>vie happy>happi cry>cri by>by say>say toy>toy yes>yes youth>youth
  relational>relat conditional>condit rational>ration valency>valenc hesitancy>hesit digitizer>digit radically>radic
  differently>differ vilely>vile analogously>analog vietnamization>vietnam operator>oper feudalism>feudal
  decisiveness>decis hopefulness>hope callousness>callous formality>formal sensitivity>sensit sensibility>sensibl
  geology>geolog psychologists>psycholog fluently>fluentli slowly>slowli
  triplicate>triplic formative>format formalize>formal electrical>electr hopeful>hope goodness>good
  revival>reviv allowance>allow inference>infer airliner>airlin adjustable>adjust defensible>defens irritant>irrit
  replacement>replac adjustment>adjust dependent>depend adoption>adopt communism>communism activate>activ
  homologous>homolog effective>effect bowdlerize>bowdler decision>decis connection>connect
  probate>probat rate>rate cease>ceas controlling>control roll>roll paste>paste pasted>paste past>past
  generally>general generous>generous communication>communic universal>universal university>universiti organic>organic
  emergency>emergenc international>internat interval>interval lateral>lateral arsenal>arsenal
  skis>ski skies>sky sky>sky news>news atlas>atlas early>earli only>onli gently>gentl singly>singl bias>bias
  inning>inning evenings>evening proceeds>proceed exceeded>exceed succeeding>succeed
  a>a is>is beautiful>beauti beauty>beauti knightly>knight knots>knot consisting>consist
`

describe('the stem of an English word', () => {
  it.each(
    sample
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split('>')),
  )('%s is %s', (word = '', stem) => {
    expect(english.stem(word)).toBe(stem)
  })

  it('is that of the word without its accents', () => {
    expect(english.stem('résumés')).toBe(english.stem('resumes'))
    expect(english.stem('naïvely')).toBe(english.stem('naively'))
  })

  it.each(['машины', '模型', 'abc123', 'snake_case', 'x.y', '__proto__', 'Ünïç', ''])('%j is not stemmed', (word) => {
    expect(english.stem(word).normalize('NFD').replace(/\p{M}/gu, '')).toBe(
      word.normalize('NFD').replace(/\p{M}/gu, ''),
    )
  })

  it('begins like the word and is not longer', () => {
    const letters = fc.constantFrom(...'aeiouybdlnrstzgmc')
    const endings = fc.constantFrom(
      '',
      'ed',
      'ing',
      'ies',
      'ly',
      'ization',
      'ational',
      'iveness',
      'y',
      's',
      'ement',
      'll',
      'e',
    )
    fc.assert(
      fc.property(fc.string({ unit: letters, minLength: 1, maxLength: 12 }), endings, endings, (word, one, other) => {
        const given = word + one + other
        const stem = english.stem(given)
        expect(stem).toMatch(/^[a-z]+$/)
        expect(stem.length).toBeLessThanOrEqual(given.length)
        expect(stem[0]).toBe(given[0])
      }),
      { numRuns: 2000 },
    )
  })
})
