import { neverStrict, type StrictRules } from '../shared/schema/strict.ts'

/**
 * What OpenAI wants of the schema of a strict tool. Source: "Structured Outputs", "Supported schemas";
 * "'additionalProperties' is required to be supplied and to be false" (camunda/connectors#8358), "'propertyNames' is not permitted"
 * (TanStack/ai#976, can1357/oh-my-pi#209), both 400; read in November 2026.
 */
export const openaiStrict: StrictRules = {
  refused: [...neverStrict, 'allOf', 'uniqueItems', 'minProperties', 'maxProperties'],
  narrowing: [],
  formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
  needsAllFields: true,
  takesAnything: false,
  takesLoops: true,
}
