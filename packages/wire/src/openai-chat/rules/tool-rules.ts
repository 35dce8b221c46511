import { maxTools } from '../../openai/limits.ts'
import { schemaRules } from '../../openai/rules.ts'
import { isRecord, listOf } from '../../shared/guards.ts'
import { has, type Rule, recordsOf } from '../../shared/rules/rule.ts'
import { rangedFields, rangeProblem } from '../limits.ts'
import { namedOf } from './read.ts'

export const toolRules: readonly Rule[] = [
  {
    code: 'OC-TOOLS',
    what: 'The tool list has 1 to 128 tools or is missing.',
    source: 'I julep-ai/julep#330, keinsaasforever/better-chatbot#197',
    check: ({ tools }, report) => {
      if (!has(tools)) return
      if (!Array.isArray(tools) || tools.length < 1 || tools.length > maxTools) {
        report('error', 'tools', `must be 1 to ${maxTools} tools`)
      }
      for (const [index, tool] of listOf(tools).entries()) {
        const path = `tools[${index}]`
        if (!isRecord(tool) || namedOf({ value: tool, path }) === undefined)
          report('error', path, 'must be a function tool')
      }
    },
  },
  ...schemaRules(
    'OC',
    'A tool schema has type "object" and properties, without alternatives at the top level, and lists have items.',
    ({ tools }) =>
      recordsOf(tools, 'tools').flatMap((tool) => (tool.value['type'] === 'function' ? (namedOf(tool) ?? []) : [])),
  ),
  {
    code: 'OC-TOOL-CHOICE',
    what: 'A tool choice requires tools, and names only tools of the request.',
    source: 'M',
    check: (request, report) => {
      const tools = recordsOf(request['tools'], 'tools')
      for (const field of ['tool_choice', 'parallel_tool_calls']) {
        if (has(request[field]) && tools.length === 0) report('error', field, 'requires tools')
      }
      const choice = request['tool_choice']
      const chosen = isRecord(choice) ? namedOf({ value: choice, path: 'tool_choice' }) : undefined
      if (chosen === undefined || tools.some((tool) => namedOf(tool)?.value['name'] === chosen.value['name'])) return
      report('error', `${chosen.path}.name`, 'is not the name of one of the tools')
    },
  },
]

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
