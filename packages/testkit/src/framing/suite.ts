import type { Framing, Parameters } from '@lamella/core'
import type { Arbitrary } from 'fast-check'
import type { ContractLine } from '../kit/conformance-error.ts'
import { deepFreeze } from '../kit/deep-freeze.ts'
import { mustMatch } from '../kit/must-equal.ts'
import { type ConformanceCase, casesOf, type Make, type Rule, type SuiteOptions } from '../kit/rule.ts'
import { canonical } from '../kit/same.ts'
import { show } from '../kit/show.ts'
import { anyImage, anyParameters, anyPart, anySummary, imageOf, plainParts, png, unknownImages } from './samples.ts'

const counts = ['request', 'message', 'toolCall', 'toolResult', 'tool', 'image'] as const
const wholeImage: ContractLine = [
  'Framing.measureImage',
  "Returns the tokens of an image by its provider's rule, a whole number.",
]

const thrown = Symbol('thrown')

type Measure<Value, Result = number> = ((value: Value) => Result) | undefined

/** A case about one optional method: whole, non-negative numbers for any value. */
function whole<Value>(
  code: string,
  what: string,
  contract: ContractLine,
  values: Arbitrary<Value>,
  methodOf: (framing: Framing) => Measure<Value>,
): Rule<Framing> {
  return {
    code,
    name: `measures ${what} in whole, non-negative numbers and never throws`,
    contract,
    check: (framing, { fail, skip, forAll }) => {
      const measure = methodOf(framing)
      if (measure === undefined) return skip(`the framing does not measure ${what}`)
      forAll(values, (value) => {
        const tokens = measure(value)
        if (!isCount(tokens)) fail('a whole number, 0 or more', `${show(tokens)} for ${show(value)}`)
      })
    },
  }
}

/** The contract of `Framing`, one rule per line. */
const rules: readonly Rule<Framing>[] = [
  {
    code: 'FRAMING_FIELDS',
    name: 'has a name, a separator, and a supported contract version',
    contract: ['Framing.spec', 'Version of this contract. Absent: 1.'],
    check: ({ name, spec, systemSeparator, namesResults }, { fail }) => {
      if (typeof name !== 'string' || name === '') fail('a name that is not empty', show(name))
      if (spec !== undefined && spec !== 1) fail('spec to be 1 or absent', show(spec))
      if (typeof systemSeparator !== 'string') fail('a text between system layers', show(systemSeparator))
      if (namesResults !== undefined && typeof namesResults !== 'boolean')
        fail('namesResults to be true, false or absent', show(namesResults))
    },
  },
  {
    code: 'FRAMING_COUNTS',
    name: 'adds whole, non-negative numbers of tokens',
    contract: ['Framing', 'The overhead of a wire format around texts, in tokens.'],
    check: (framing, { fail }) => {
      const { tools = 0 } = framing
      for (const [key, tokens] of [...counts.map((key) => [key, framing[key]] as const), ['tools', tools] as const])
        if (!isCount(tokens)) fail(`${key} to be a whole number, 0 or more`, show(tokens))
    },
  },
  whole('FRAMING_IMAGE', 'images', wholeImage, anyImage, ({ measureImage }) => measureImage),
  {
    code: 'FRAMING_IMAGE_UNKNOWN',
    name: 'counts an image of unknown size at least as high as a 12-megapixel photo',
    contract: [
      'Framing.image',
      'An image of unknown size. An upper bound, since counting an image too low gets the request rejected.',
    ],
    check: ({ image, measureImage }, { fail, skip }) => {
      if (measureImage === undefined) return skip('the framing counts all images alike')
      for (const photo of [png(4_032, 3_024), png(3_024, 4_032), png(1_024, 768)]) {
        const known = measureImage(imageOf(photo))
        if (image < known) fail(`image to be ${known} or more, like a photo`, show(image))
        for (const data of unknownImages) {
          const tokens = measureImage(imageOf(data))
          if (tokens < known) fail(`${known} tokens or more for ${show(data)}, like a photo`, show(tokens))
        }
      }
    },
  },
  whole(
    'FRAMING_HIDDEN',
    'provider-only data of parts',
    [
      'Framing.measureHidden',
      "Returns the tokens of a part's provider-specific data, in addition to its visible content",
    ],
    anyPart,
    ({ measureHidden }) => measureHidden,
  ),
  {
    code: 'FRAMING_HIDDEN_NONE',
    name: 'counts 0 for parts without provider-only data',
    contract: [
      'Framing.measureHidden',
      "Returns the tokens of a part's provider-specific data, in addition to its visible content",
    ],
    check: ({ measureHidden }, { fail, skip }) => {
      if (measureHidden === undefined) return skip('the framing does not measure provider-only data of parts')
      for (const part of plainParts()) {
        const tokens = measureHidden(part)
        if (tokens !== 0) fail('0 tokens', `${show(tokens)} for ${show(part)}`)
      }
    },
  },
  whole(
    'FRAMING_SUMMARY',
    "summaries in a provider's own form",
    [
      'Framing.measureSummary',
      "Returns the tokens of a summary in the provider's own form, for the formats that send it instead of its text",
    ],
    anySummary,
    ({ measureSummary }) => measureSummary,
  ),
  whole(
    'FRAMING_THINKING',
    'the thinking that parameters allow',
    ['Framing.measureThinking', 'Returns the tokens that the parameters let the model think before it answers'],
    anyParameters,
    ({ measureThinking }) => measureThinking,
  ),
  {
    code: 'FRAMING_INSTRUCTIONS',
    name: 'says for any parameters whether the model takes instructions, changed tools and settings in the middle',
    contract: [
      'Framing.takesInstructions',
      'Whether the model takes system or developer messages in the middle of a conversation.',
    ],
    check: ({ takesInstructions, takesToolChanges, settingsOf, takesSettings }, { fail, skip, forAll }) => {
      if (takesInstructions === undefined && takesToolChanges === undefined && settingsOf === undefined)
        return skip('the framing says nothing about the middle of a conversation')
      const toolChanges = takesToolChanges && ((parameters: Parameters) => takesToolChanges(parameters, [], []))
      const settings =
        takesSettings && ((parameters: Parameters) => takesSettings(parameters, settingsOf?.(parameters) ?? null))
      forAll(anyParameters, (parameters) => {
        const own: unknown = settingsOf?.(parameters) ?? null
        if (canonical(JSON.parse(JSON.stringify(own))) !== canonical(own)) fail('settings as plain JSON', show(own))
        for (const ask of [takesInstructions, toolChanges, settings]) {
          const takes: unknown = ask?.(parameters)
          if (ask && typeof takes !== 'boolean') fail('true or false', `${show(takes)} for ${show(parameters)}`)
        }
      })
    },
  },
  {
    code: 'FRAMING_DETERMINISTIC',
    name: 'returns the same measure for the same value, on every call and in every instance',
    contract: ['G6 deterministic', 'same input, same bytes'],
    check: async (framing, { fail, forAll, another }) => {
      const other = await another()
      const own = canonical(fieldsOf(framing))
      mustMatch({ fail }, canonical(fieldsOf(other)), own, 'the values of the first instance')
      const elsewhere = measuresOf(other)
      for (const [index, { values, measure }] of measuresOf(framing).entries()) {
        forAll(values, (value) => {
          const tokens = [measure(value), measure(value), elsewhere[index]?.measure(value)]
          if (new Set(tokens).size > 1)
            fail('one number per value', `${tokens.map(String).join(', ')} for ${show(value)}`)
        })
      }
    },
  },
  {
    code: 'FRAMING_PURE',
    name: 'does not mutate what it measures',
    contract: ['G9 pure', 'nothing passed in is mutated'],
    check: (framing, { fail, forAll }) => {
      for (const { values, measure } of measuresOf(framing)) {
        forAll(values, (value) => {
          const before = canonical(value)
          const tokens = measure(value)
          mustMatch({ fail }, canonical(value), before, 'the value unchanged')
          // Only a frozen value reveals a change that is undone.
          if (measure(deepFreeze(value)) === thrown && tokens !== thrown)
            fail('a measure of a frozen value', `a throw for ${show(value)}`)
        })
      }
    },
  },
]

/**
 * Conformance cases for a framing: whole numbers of tokens, high counts for images of unknown size, stable numbers, no
 * throw on any image, part or parameters. Test yourself whether the numbers match the provider's.
 *
 * @throws never; a failing case rejects with a `ConformanceError`.
 * @example
 * import { it } from 'vitest'
 * for (const c of framingSuite(() => defaultFraming)) it(c.name, c.run)
 */
export function framingSuite(make: Make<Framing>, options: SuiteOptions = {}): readonly ConformanceCase[] {
  return casesOf(rules, make, options)
}

interface Measuring {
  readonly values: Arbitrary<unknown>
  readonly measure: (value: unknown) => unknown
}

/** Everything that a framing measures, with sample values. */
function measuresOf(framing: Framing): readonly Measuring[] {
  const { measureImage, measureHidden, measureSummary, measureThinking, takesInstructions } = framing
  return [
    ...measuring(anyImage, measureImage),
    ...measuring(anyPart, measureHidden),
    ...measuring(anySummary, measureSummary),
    ...measuring(anyParameters, measureThinking),
    ...measuring(anyParameters, takesInstructions),
  ]
}

function measuring<Value>(values: Arbitrary<Value>, measure: Measure<Value, unknown>): readonly Measuring[] {
  if (measure === undefined) return []
  return [
    {
      values,
      // Throwing methods are covered by the case about what they measure.
      measure: (value) => {
        try {
          return measure(value as Value)
        } catch {
          return thrown
        }
      },
    },
  ]
}

/** Values that are not methods. */
function fieldsOf(framing: Framing): object {
  return Object.fromEntries(Object.entries(framing).filter(([, field]) => typeof field !== 'function'))
}

function isCount(tokens: unknown): boolean {
  return Number.isSafeInteger(tokens) && (tokens as number) >= 0
}
