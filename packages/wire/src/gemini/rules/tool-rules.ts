import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { has, type Placed, type Rule, repeated } from '../../shared/rules/rule.ts'
import { field } from '../decode/fields.ts'
import { maxFunctions, maxSeed, maxStops } from '../limits.ts'
import { camelOf } from '../part-kinds.ts'
import { functionsOf, placedIn } from './read.ts'

export const toolRules: readonly Rule[] = [
  {
    code: 'GE-TOOLS',
    what: 'Tools are a list of objects, with at most 512 functions.',
    source: 'S Tool.functionDeclarations; R one object instead of a list accepted',
    check: (request, report) => {
      const { tools } = request
      if (!has(tools)) return
      if (!Array.isArray(tools) && !isRecord(tools)) report('error', 'tools', 'must be a list')
      for (const [index, tool] of Array.isArray(tools) ? tools.entries() : []) {
        if (!isRecord(tool)) report('error', `tools[${index}]`, 'must be an object')
      }
      const { length } = functionsOf(request)
      if (length > maxFunctions) report('error', 'tools', `has ${length} functions, more than ${maxFunctions}`)
    },
  },
  {
    code: 'GE-TOOL-UNIQUE',
    what: 'Function names are unique.',
    source: 'I owndev/Open-WebUI-Functions#135 ("Duplicate function declaration found")',
    check: (request, report) => {
      for (const { path } of repeated(functionsOf(request), 'name')) {
        report('error', `${path}.name`, 'is the name of another function')
      }
    },
  },
]

const modes: readonly unknown[] = ['AUTO', 'ANY', 'NONE', 'VALIDATED', 'MODE_UNSPECIFIED']

export const toolConfigRules: readonly Rule[] = [
  {
    code: 'GE-TOOL-CHOICE',
    what: 'A calling config requires functions, and may list function names only with ANY or VALIDATED.',
    source:
      'I pydantic/pydantic-ai#5791, laravel/ai#259 ("set without function_declarations"); S FunctionCallingConfig; R Google tools alone accepted by Gemini 3 models',
    check: (request, report) => {
      const config = callingOf(request)
      if (config === undefined) return
      const path = 'toolConfig.functionCallingConfig'
      const names = new Set(functionsOf(request).map(({ value }) => value['name']))
      if (names.size === 0) report(toolsOfGoogle(request).length > 0 ? 'server' : 'error', path, 'requires functions')
      const { mode } = config
      if (has(mode) && !modes.includes(mode)) report('error', `${path}.mode`, 'must be AUTO, ANY, NONE or VALIDATED')
      const allowed = field(config, 'allowedFunctionNames')
      if (!Array.isArray(allowed) || allowed.length === 0) return
      if (mode !== 'ANY' && mode !== 'VALIDATED')
        report('error', `${path}.allowedFunctionNames`, 'requires ANY or VALIDATED')
      for (const [index, name] of allowed.entries()) {
        if (!names.has(name))
          report('error', `${path}.allowedFunctionNames[${index}]`, 'is not a function of the request')
      }
    },
  },
  {
    code: 'GE-TOOL-MIX',
    what: 'Combining functions with Google tools requires includeServerSideToolInvocations, and models before 3 do not support it.',
    source: 'I strands-agents/harness-sdk#3646 (the Gemini API; Vertex AI does not have the field); R accepted with it',
    check: (request, report) => {
      const own = toolsOfGoogle(request)
      const config = field(request, 'toolConfig')
      const isNamed = isRecord(config) && field(config, 'includeServerSideToolInvocations') === true
      if (own.length > 0 && functionsOf(request).length > 0 && !isNamed) {
        report('model', 'toolConfig.includeServerSideToolInvocations', 'is not true')
      }
    },
  },
  {
    code: 'GE-CACHE',
    what: 'A request with a cache has neither a system prompt nor tools: they are in the cache.',
    source: 'I langchain-ai/langchain-google#978, 567-labs/instructor#2580, vercel/ai#3333',
    check: (request, report) => {
      if (!has(field(request, 'cachedContent'))) return
      for (const name of ['systemInstruction', 'tools', 'toolConfig']) {
        if (has(field(request, name))) report('error', name, 'cannot be combined with cachedContent')
      }
    },
  },
]

function toolsOfGoogle(request: UnknownRecord): readonly Placed[] {
  return placedIn(request['tools'], 'tools').filter(({ value }) =>
    Object.keys(value).some((key) => camelOf(key) !== 'functionDeclarations'),
  )
}

function callingOf(request: UnknownRecord): UnknownRecord | undefined {
  const config = field(request, 'toolConfig')
  const calling = isRecord(config) ? field(config, 'functionCallingConfig') : undefined
  return isRecord(calling) ? calling : undefined
}

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
