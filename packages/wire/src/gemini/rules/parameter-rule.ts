import { isRecord } from '../../shared/guards.ts'
import { has, type Rule } from '../../shared/rules/rule.ts'
import { field } from '../decode/fields.ts'
import { maxSeed, maxStops } from '../limits.ts'

export const parameterRule: Rule = {
  code: 'GE-PARAM',
  what: 'Parameters are within their ranges.',
  source:
    'R 400 "temperature value of 1000 but the supported range is from 0"; D Gemini API reference, GenerationConfig',
  check: (request, report) => {
    const value = field(request, 'generationConfig')
    if (!has(value)) return
    if (!isRecord(value)) {
      report('error', 'generationConfig', 'must be an object')
      return
    }
    for (const [name, high] of [
      ['temperature', 2],
      ['topP', 1],
    ] as const) {
      const number = field(value, name)
      const isInside = typeof number === 'number' && number >= 0 && number <= high
      if (has(number) && !isInside) report('error', `generationConfig.${name}`, `must be from 0 to ${high}`)
    }
    for (const [name, low, high] of wholes) {
      const number = field(value, name)
      const isInside = Number.isInteger(number) && (number as number) >= low && (number as number) <= high
      if (has(number) && !isInside) report('error', `generationConfig.${name}`, `must be an integer of ${low} or more`)
    }
    const stops = field(value, 'stopSequences')
    const areStops = Array.isArray(stops) && stops.length <= maxStops && stops.every((stop) => typeof stop === 'string')
    if (has(stops) && !areStops)
      report('error', 'generationConfig.stopSequences', `must be at most ${maxStops} strings`)
  },
}

const wholes: readonly (readonly [field: string, low: number, high: number])[] = [
  ['maxOutputTokens', 1, maxSeed],
  ['candidateCount', 1, maxSeed],
  ['seed', -maxSeed - 1, maxSeed],
]
