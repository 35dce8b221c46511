import { maxTools } from '../../openai/limits.ts'
import { reportRefused } from '../../openai/tool-schema.ts'
import { isRecord } from '../../shared/guards.ts'
import { has, listOf, recordsOf } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import { findOldKeywords } from '../../shared/schema/draft-2020.ts'
import { namedOf } from './read.ts'

export const toolsRule: Rule = {
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
}

export const toolSchemaRule: Rule = {
  code: 'OC-SCHEMA',
  what: 'A tool schema has type "object" and properties, without alternatives at the top level, and lists have items.',
  source:
    'I evalstate/fast-agent#143, spring-projects/spring-ai#4776 (no properties), farion1231/cc-switch#5490 (no type), langchain-ai/langchainjs#9804, cecli-dev/cecli#281 (alternatives), streamnative/streamnative-mcp-server#26, AnswerDotAI/fastcore#798, zed-industries/zed#47578 (items)',
  check: ({ tools }, report) => {
    for (const tool of recordsOf(tools, 'tools')) {
      const named = namedOf(tool)
      if (tool.value['type'] !== 'function' || named === undefined || !has(named.value['parameters'])) continue
      const schema = named.value['parameters']
      const path = `${named.path}.parameters`
      if (!isRecord(schema) || schema['type'] !== 'object')
        report('error', path, 'must be a JSON Schema with type "object"')
      else if (!isRecord(schema['properties'])) report('error', path, 'must have properties')
      reportRefused(schema, path, report)
    }
  },
}

// Other servers translate the schema for Claude.
export const toolDraftRule: Rule = {
  code: 'OC-SCHEMA-DRAFT',
  what: 'A tool schema is valid JSON Schema 2020-12.',
  source: 'I Dokploy/mcp#74, anomalyco/opencode#39118 (Claude; read in November 2026)',
  check: ({ tools }, report) => {
    for (const tool of recordsOf(tools, 'tools')) {
      const named = namedOf(tool)
      if (tool.value['type'] !== 'function' || named === undefined) continue
      findOldKeywords(named.value['parameters'], `${named.path}.parameters`, (place, problem) =>
        report('server', place, problem),
      )
    }
  },
}

export const toolChoiceRule: Rule = {
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
}

export const descriptionRule: Rule = {
  code: 'OC-DESC',
  what: 'Descriptions have at most 1024 characters.',
  source: 'I nanbingxyz/5ire#33',
  check: ({ tools }, report) => {
    for (const tool of recordsOf(tools, 'tools')) {
      const named = namedOf(tool)
      const description = named?.value['description']
      if (named === undefined || typeof description !== 'string' || description.length <= 1024) continue
      report('server', `${named.path}.description`, 'is longer than 1024 characters')
    }
  },
}
