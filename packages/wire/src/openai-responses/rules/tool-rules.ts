import { maxTools } from '../../openai/limits.ts'
import { schemaRules } from '../../openai/rules.ts'
import { isRecord, listOf } from '../../shared/guards.ts'
import { has, recordsOf } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import { chosenNames } from '../chosen-names.ts'
import { hasTools, holdsMore, toolNames } from './read.ts'

/** The rules about tools, and the choice among them. */
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
