import type { Parameters } from '@lamella/core'

type Test = (value: unknown) => boolean

const isText: Test = (value) => typeof value === 'string'
const isNumber: Test = (value) => typeof value === 'number'

const tests: Readonly<Record<Exclude<keyof Parameters, 'providerOptions'>, Test>> = {
  model: isText,
  temperature: isNumber,
  topP: isNumber,
  maxOutputTokens: isNumber,
  stopSequences: Array.isArray,
  seed: isNumber,
  toolChoice: (value) => value !== undefined,
}

/** Returns the parameters of a recorded request, without those of another type. */
export function parametersOf(recorded: { readonly [Name in keyof typeof tests]?: unknown }): Parameters {
  return Object.fromEntries(
    Object.entries(recorded).filter(([name, value]) => tests[name as keyof typeof tests](value)),
  )
}
