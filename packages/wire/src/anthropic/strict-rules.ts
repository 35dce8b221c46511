import { neverStrict, type StrictRules } from '../shared/schema/strict.ts'

/**
 * What Claude's API wants of the schema of a strict tool. Source: "Structured outputs", "JSON Schema limitations"; "For 'integer'
 * type, properties maximum, minimum are not supported" (400, earendil-works/pi#9953, CherryHQ/cherry-studio#18037); read in November
 * 2026.
 */
export const anthropicStrict: StrictRules = {
  refused: neverStrict,
  narrowing: [
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'uniqueItems',
    'minProperties',
    'maxProperties',
  ],
  formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
  needsAllFields: false,
  takesAnything: true,
  takesLoops: false,
}
