import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { each, has, type Placed, type Rule, type ViolationLevel } from '../../shared/rules/rule.ts'
import { field } from '../decode/fields.ts'
import { functionName } from '../limits.ts'
import { contentsOf, dataOf, functionsOf, partsOf, placedIn, recordIn, turnsOf, type WireTurn } from './read.ts'

export const turnRules: readonly Rule[] = [
  {
    code: 'GE-CALL-COUNT',
    what: 'The turn after N function calls begins with exactly N responses.',
    source: 'I google-gemini/gemini-cli#4217, #16415',
    check: (request, report) => {
      const turns = turnsOf(contentsOf(request))
      for (const [index, turn] of turns.entries()) {
        const calls = turn.role === 'model' ? callsOf(turn).length : 0
        const next = turns[index + 1]
        const responses = next === undefined ? 0 : answersOf(next).length
        const path = turn.contents.at(-1)?.path ?? ''
        if (calls > 0 && responses !== calls)
          report('error', path, `has ${calls} calls but is followed by ${responses} responses`)
      }
    },
  },
  {
    code: 'GE-CALL-AFTER-USER',
    what: 'A turn of function calls follows a user turn or a turn of responses.',
    source: 'I google-gemini/gemini-cli#11814, lbjlaq/Antigravity-Manager#3396',
    check: (request, report) => {
      if (field(request, 'cachedContent') !== undefined) return
      const [first] = turnsOf(contentsOf(request))
      if (first?.role !== 'model') return
      for (const { path } of callsOf(first)) report('error', path, 'has no user turn before it')
    },
  },
  {
    code: 'GE-RESPONSE-AFTER-CALL',
    what: 'A turn of function responses directly follows the calls.',
    source: 'I langchain-ai/langchain#27799',
    check: (request, report) => {
      const turns = turnsOf(contentsOf(request))
      for (const [index, turn] of turns.entries()) {
        if (turn.role !== 'user') continue
        const before = turns[index - 1]
        // How the cached content ends is unknown here.
        if (before === undefined && field(request, 'cachedContent') !== undefined) continue
        const answers = new Set(
          before !== undefined && callsOf(before).length > 0 ? answersOf(turn).map(({ path }) => path) : [],
        )
        for (const { path } of turn.contents.flatMap((content) => dataOf(content, 'functionResponse'))) {
          if (!answers.has(path)) report('error', path, 'does not directly follow a call')
        }
      }
    },
  },
  {
    code: 'GE-RESPONSE-ALONE',
    what: 'A content with function responses contains nothing else.',
    source: 'I google-gemini/gemini-cli#16137 (intermittent 400), BerriAI/litellm#29324; R none of 173 contents does',
    check: each(contentsOf, (content, report) => {
      const responses = dataOf(content, 'functionResponse').length
      if (responses > 0 && responses < partsOf(content).length)
        report('server', content.path, 'contains more than responses')
    }),
  },
  {
    code: 'GE-CALL-ID',
    what: 'Responses have the ids of their calls, in any order, and ids are unique among the calls of a turn.',
    source: 'S FunctionResponse.id ("to match the corresponding function call id")',
    check: (request, report) => {
      const turns = turnsOf(contentsOf(request))
      for (const [index, turn] of turns.entries()) {
        if (turn.role !== 'model') continue
        const ids = callsOf(turn)
          .map(({ value }) => value['id'])
          .filter(has)
        if (new Set(ids).size < ids.length)
          report('server', turn.contents.at(-1)?.path ?? '', 'has calls with the same id')
        for (const { value, path } of turns[index + 1] === undefined ? [] : answersOf(turns[index + 1] as WireTurn)) {
          if (has(value['id']) && ids.length > 0 && !ids.includes(value['id']))
            report('server', `${path}.id`, 'matches no call')
        }
      }
    },
  },
]

/** Returns the rule about signatures, which depends on the model. `undefined`: none is needed. */
export function signatureRule(level: ViolationLevel | undefined): Rule {
  return {
    code: 'GE-SIGNATURE',
    what: 'From Gemini 3 on, the first function call of each step of the current turn has a thought signature.',
    source:
      'I langgenius/dify#29187, nanbingxyz/5ire#405; D ai.google.dev "Thought signatures"; R 0 of 518 accepted break it',
    check: (request, report) => {
      if (level === undefined) return
      const contents = contentsOf(request)
      for (const turn of turnsOf(contents.slice(contents.findLastIndex(isSaid) + 1))) {
        const first = turn.role === 'model' ? turn.contents.flatMap(callPartsOf)[0] : undefined
        if (first === undefined || has(field(first.value, 'thoughtSignature'))) continue
        report(level, first.path, 'has no thought signature')
      }
    },
  }
}

/** Whether the user adds content, which begins a turn. Responses belong to the turn of their calls. */
function isSaid(content: Placed): boolean {
  if (content.value['role'] === 'model') return false
  return partsOf(content).some((part) => recordIn(part, 'functionResponse') === undefined)
}

function callPartsOf(content: Placed): Placed[] {
  return partsOf(content).filter((part) => recordIn(part, 'functionCall') !== undefined)
}

function callsOf({ contents }: WireTurn): Placed[] {
  return contents.flatMap((content) => dataOf(content, 'functionCall'))
}

/** The responses at the start of a turn. */
function answersOf({ contents }: WireTurn): Placed[] {
  const answers: Placed[] = []
  for (const content of contents) {
    const responses = dataOf(content, 'functionResponse')
    if (responses.length === 0) break
    for (const response of responses) answers.push(response)
  }
  return answers
}

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
