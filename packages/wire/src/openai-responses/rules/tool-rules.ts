import { maxTools } from '../../openai/limits.ts'
import { reportRefused } from '../../openai/tool-schema.ts'
import { isRecord } from '../../shared/guards.ts'
import { has, listOf, recordsOf } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import { findOldKeywords } from '../../shared/schema/draft-2020.ts'
import { chosenNames } from '../chosen-names.ts'
import { hasTools, holdsMore, toolNames } from './read.ts'

export const toolsRule: Rule = {
  code: 'OR-TOOLS',
  what: 'There are at most 128 tools, and functions are flat: name and parameters are fields of the tool itself.',
  source: 'S FunctionTool; I musistudio/claude-code-router#686 (gpt-5-mini, 129 tools); an empty list was accepted (R)',
  check: ({ tools }, report) => {
    if (!has(tools)) return
    if (!Array.isArray(tools) || tools.length > maxTools) report('error', 'tools', `must be at most ${maxTools} tools`)
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
}

export const toolSchemaRule: Rule = {
  code: 'OR-SCHEMA',
  what: 'A function schema has type "object" and properties, without alternatives at the top level, and lists have items.',
  source:
    'I evalstate/fast-agent#143, spring-projects/spring-ai#4776 (no properties), farion1231/cc-switch#5490 (no type), langchain-ai/langchainjs#9804, cecli-dev/cecli#281 (alternatives), streamnative/streamnative-mcp-server#26, AnswerDotAI/fastcore#798, zed-industries/zed#47578 (items)',
  check: ({ tools }, report) => {
    for (const { value, path } of recordsOf(tools, 'tools')) {
      const { type, parameters } = value
      if (type !== 'function' || !has(parameters)) continue
      if (!isRecord(parameters) || parameters['type'] !== 'object') {
        report('error', `${path}.parameters`, 'must be a JSON Schema with type "object"')
      } else if (!isRecord(parameters['properties'])) report('error', `${path}.parameters`, 'must have properties')
      reportRefused(parameters, `${path}.parameters`, report)
    }
  },
}

// Other servers translate the schema for Claude.
export const toolDraftRule: Rule = {
  code: 'OR-SCHEMA-DRAFT',
  what: 'A tool schema is valid JSON Schema 2020-12.',
  source: 'I Dokploy/mcp#74, anomalyco/opencode#39118 (Claude; read in November 2026)',
  check: ({ tools }, report) => {
    for (const tool of recordsOf(tools, 'tools')) {
      if (tool.value['type'] !== 'function') continue
      findOldKeywords(tool.value['parameters'], `${tool.path}.parameters`, (place, problem) =>
        report('server', place, problem),
      )
    }
  },
}

export const toolChoiceRule: Rule = {
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
}

export const descriptionRule: Rule = {
  code: 'OR-DESC',
  what: 'Descriptions have at most 1024 characters.',
  source: 'I nanbingxyz/5ire#33',
  check: ({ tools }, report) => {
    for (const { value, path } of recordsOf(tools, 'tools')) {
      const { description } = value
      if (typeof description !== 'string' || description.length <= 1024) continue
      report('server', `${path}.description`, 'is longer than 1024 characters')
    }
  },
}
