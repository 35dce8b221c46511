import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { has, type Placed, type Rule, type ViolationLevel } from '../../shared/rules/rule.ts'
import { functionName } from '../limits.ts'
import { contentsOf, dataOf, functionsOf, placedIn, recordIn } from './read.ts'

/** The rules about single calls and responses. */
export const callRules: readonly Rule[] = [
  {
    code: 'GE-FN-NAME',
    what: 'Function names begin with a letter or an underscore and have at most 64 characters of a-z, A-Z, 0-9 and _ . : -.',
    source: 'I google-gemini/gemini-cli#9535, kaitranntt/ccs#25 (64, by the API); S FunctionDeclaration.name (128)',
    check: (request, report) => {
      for (const { value, path } of [...functionsOf(request), ...all(request, 'functionCall')]) {
        const { name } = value
        if (typeof name === 'string' && functionName.valid.test(name)) continue
        report(
          'error',
          `${path}.name`,
          'must be 1 to 64 characters of a-z, A-Z, 0-9 and _ . : -, starting with a letter or _',
        )
      }
    },
  },
  {
    code: 'GE-ARGS',
    what: 'Arguments are an object.',
    source: 'S FunctionCall.args',
    check: (request, report) => {
      for (const { value, path } of all(request, 'functionCall')) {
        if (has(value['args']) && !isRecord(value['args'])) report('error', `${path}.args`, 'must be an object')
      }
    },
  },
  {
    code: 'GE-RESPONSE',
    what: 'A function response is an object.',
    source: 'S FunctionResponse.response',
    check: (request, report) => {
      for (const { value, path } of all(request, 'functionResponse')) {
        if (!isRecord(value['response'])) report('error', `${path}.response`, 'must be an object')
      }
    },
  },
  {
    code: 'GE-RESPONSE-NAME',
    what: "A function response contains the function's name.",
    source: 'M ("function_response.name: Name cannot be empty")',
    check: (request, report) => {
      for (const { value, path } of all(request, 'functionResponse')) {
        const { name } = value
        if (typeof name !== 'string' || name === '') report('error', `${path}.name`, 'is missing')
      }
    },
  },
]

/** Returns the rule about media in responses, which depends on the model. `undefined`: no media are rejected. */
export function responsePartsRule(level: ViolationLevel | undefined): Rule {
  return {
    code: 'GE-RESPONSE-PARTS',
    what: 'Media in a response are bytes or URIs, and are accepted only from Gemini 3 on.',
    source:
      'I google-gemini/gemini-cli#19436 ("function_response.parts is not supported for this model"); S; R accepted by 3',
    check: (request, report) => {
      for (const { value, path } of all(request, 'functionResponse')) {
        if (!has(value['parts'])) continue
        if (level !== undefined) report(level, `${path}.parts`, 'are not accepted by models before Gemini 3')
        for (const part of placedIn(value['parts'], `${path}.parts`)) {
          const kinds = ['inlineData', 'fileData'].filter((kind) => recordIn(part, kind) !== undefined)
          if (kinds.length !== 1) report('error', part.path, 'must have inlineData or fileData')
        }
      }
    },
  }
}

function all(request: UnknownRecord, kind: string): Placed[] {
  return contentsOf(request).flatMap((content) => dataOf(content, kind))
}
