import { has } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import { rangeProblem } from '../limits.ts'
import { chatFields, requestFields } from '../request-fields.ts'

/** The rules about parameters. */
export const parameterRules: readonly Rule[] = [
  {
    code: 'OR-PARAM',
    what: 'Parameters are within their ranges.',
    source: 'S; R 400 (temperature -1: "Expected a value >= 0")',
    check: (request, report) => {
      if (typeof request['model'] !== 'string' && !has(request['prompt'])) report('error', 'model', 'is missing')
      if (has(request['instructions']) && typeof request['instructions'] !== 'string') {
        report('error', 'instructions', 'must be text')
      }
      for (const [field, value] of Object.entries(request)) {
        const problem = has(value) ? rangeProblem(field, value) : undefined
        if (problem !== undefined) report('error', field, problem)
      }
    },
  },
  {
    code: 'OR-UNKNOWN',
    what: 'All parameters belong to this format.',
    source: 'S CreateResponse; I langchain-ai/langchain#38336 (stop), openai/openai-node#1613 (seed)',
    check: (request, report) => {
      for (const field of Object.keys(request)) {
        if (request[field] === undefined || requestFields.includes(field)) continue
        // Others may be newer than this list.
        const isChats = chatFields.includes(field)
        report(
          isChats ? 'error' : 'server',
          field,
          isChats ? 'is a parameter of OpenAI Chat' : 'is not a known parameter',
        )
      }
    },
  },
]
