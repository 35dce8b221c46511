import { maxTools } from '../../openai/limits.ts'
import { schemaRules } from '../../openai/rules.ts'
import { isRecord, listOf } from '../../shared/guards.ts'
import { has, type Rule, recordsOf } from '../../shared/rules/rule.ts'
import { rangeProblem } from '../limits.ts'
import { chatFields, chosenNames, requestFields } from '../request-fields.ts'
import { hasTools, holdsMore, toolNames } from './read.ts'

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

export const toolRules: readonly Rule[] = [
  {
    code: 'OR-TOOLS',
    what: 'There are at most 128 tools, and functions are flat: name and parameters are fields of the tool itself.',
    source:
      'S FunctionTool; I musistudio/claude-code-router#686 (gpt-5-mini, 129 tools); an empty list was accepted (R)',
    check: ({ tools }, report) => {
      if (!has(tools)) return
      if (!Array.isArray(tools) || tools.length > maxTools)
        report('error', 'tools', `must be at most ${maxTools} tools`)
      for (const [index, tool] of listOf(tools).entries()) {
        const path = `tools[${index}]`
        if (!isRecord(tool) || typeof tool['type'] !== 'string') report('error', path, 'must be a tool with a type')
        else if (has(tool['function']) || has(tool['custom']))
          report('error', path, 'is a tool of OpenAI Chat: it must be flat')
        else if (tool['type'] === 'function' && tool['strict'] === undefined) {
          report('server', `${path}.strict`, 'is missing, and the API makes the schema strict where it can')
        }
      }
    },
  },
  ...schemaRules(
    'OR',
    'A function schema has type "object" and properties, without alternatives at the top level, and lists have items.',
    ({ tools }) => recordsOf(tools, 'tools').filter(({ value }) => value['type'] === 'function'),
  ),
  {
    code: 'OR-TOOL-CHOICE',
    what: 'A tool choice requires tools, and names only tools of the request.',
    source: 'M',
    check: (request, report) => {
      for (const field of ['tool_choice', 'parallel_tool_calls', 'max_tool_calls']) {
        if (!has(request[field]) || hasTools(request) || holdsMore(request)) continue
        const requiresTool = field === 'tool_choice' && request[field] !== 'auto' && request[field] !== 'none'
        report(requiresTool ? 'error' : 'server', field, 'requires tools')
      }
      if (holdsMore(request)) return
      const names = toolNames(request)
      for (const [name, path] of chosenNames(request['tool_choice'])) {
        if (!names.has(name)) report('error', path, 'is not the name of one of the tools')
      }
    },
  },
]
