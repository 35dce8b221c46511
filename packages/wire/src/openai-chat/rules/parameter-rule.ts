import { has } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import { rangedFields, rangeProblem } from '../ranges.ts'

export const parameterRule: Rule = {
  code: 'OC-PARAM',
  what: 'Parameters are within their ranges.',
  source: 'S; M (max_tokens with max_completion_tokens)',
  check: (request, report) => {
    if (typeof request['model'] !== 'string') report('error', 'model', 'is missing')
    for (const field of rangedFields) {
      const problem = rangeProblem(field, request[field])
      if (problem !== undefined) report('error', field, problem)
    }
    if (has(request['max_tokens']) && has(request['max_completion_tokens'])) {
      report('error', 'max_tokens', 'cannot be combined with max_completion_tokens')
    }
  },
}
