import { isRecord, listOf, type UnknownRecord } from '../../shared/guards.ts'
import { has, type Rule, recordsOf, repeated } from '../../shared/rules/rule.ts'
import { findOldKeywords } from '../../shared/schema/draft-2020.ts'
import { reportNotStrict } from '../../shared/schema/strict.ts'
import { fieldName } from '../limits.ts'
import { refusesForcedTools } from '../models.ts'
import { anthropicStrict } from '../strict-rules.ts'
import { namedTools } from './call-rules.ts'
import { blocksOf, messagesOf, modelOf } from './read.ts'

export const toolRules: readonly Rule[] = [
  {
    code: 'AN-TOOLS',
    what: 'Tools have a schema or their own type, and at least one is not deferred.',
    source: 'S ToolUnion; D troubleshooting-tool-use ("All tools have defer_loading: true")',
    check: ({ tools }, report) => {
      if (has(tools) && !Array.isArray(tools)) report('error', 'tools', 'must be a list')
      const list = listOf(tools)
      for (const [index, tool] of list.entries()) {
        const isCustom = isRecord(tool) && (!has(tool['type']) || tool['type'] === 'custom')
        if (!isRecord(tool)) report('error', `tools[${index}]`, 'must be an object')
        else if (isCustom && !isRecord(tool['input_schema']))
          report('error', `tools[${index}].input_schema`, 'is missing')
      }
      if (list.length > 0 && list.every((tool) => isRecord(tool) && tool['defer_loading'] === true)) {
        report('error', 'tools', 'must contain a tool that is not deferred')
      }
    },
  },
  {
    code: 'AN-TOOL-UNIQUE',
    what: 'Tool names are unique.',
    source: 'I eclipse-theia/theia#16122, XSpoonAi/spoon-core#16 ("Tool names must be unique")',
    check: (request, report) => {
      for (const { path } of repeated(namedTools(request), 'name')) {
        report('error', `${path}.name`, 'is the name of another tool')
      }
    },
  },
  {
    code: 'AN-TOOL-CHANGE',
    what: 'Tools are added and removed only in system messages, and each one is declared in tools or defined before.',
    source: 'S BetaRequestToolAdditionBlock; D mid-conversation-system-messages ("tool_reference_unresolved")',
    check: (request, report) => {
      const known = new Set<unknown>(recordsOf(request['tools'], 'tools').map(({ value }) => value['name']))
      for (const message of messagesOf(request)) {
        for (const { value, path } of blocksOf(message)) {
          const { type, tool } = value
          if (!changes.includes(type)) continue
          if (message.value['role'] !== 'system')
            report('error', `${path}.type`, `is ${type} outside of a system message`)
          else if (!isRecord(tool) || typeof tool['type'] !== 'string') report('error', `${path}.tool`, 'is missing')
          else if (tool['type'] === 'tool_definition') {
            const definition = definitionOf(type, tool)
            if (definition === undefined) report('error', `${path}.tool`, 'is not a definition that can be added')
            else known.add(definition['name'])
          } else if (tool['type'] === 'tool_reference' && !known.has(tool['name'])) {
            report('error', `${path}.tool.name`, 'is the name of no tool in tools, or defined before')
          }
        }
      }
    },
  },
  {
    code: 'AN-SCHEMA',
    what: 'The schema of a tool is an object, without alternatives at the top level.',
    source:
      'S Tool.InputSchema; I anthropics/claude-code#40075, #5973, marianfoo/mcp-sap-docs#51 (oneOf, allOf, anyOf); earendil-works/pi#9953 (strict)',
    check: ({ tools }, report) => {
      for (const { value, path } of recordsOf(tools, 'tools')) {
        const { input_schema: schema } = value
        if (!isRecord(schema)) continue
        const place = `${path}.input_schema`
        if (schema['type'] !== 'object') report('error', `${place}.type`, 'must be object')
        for (const union of ['oneOf', 'anyOf', 'allOf']) {
          if (Object.hasOwn(schema, union)) report('error', `${place}.${union}`, 'is not allowed at the top level')
        }
        if (value['strict'] === true) reportNotStrict(schema, place, report, anthropicStrict)
      }
    },
  },
  {
    code: 'AN-TOOL-CHOICE',
    what: 'A tool choice requires tools, names only tools of the request, and does not force a call if the model does not support that.',
    source: 'S ToolChoice; M (without tools); D "What\'s new in Claude Opus 5.5" (no forced calls)',
    check: (request, report) => {
      const { tool_choice: choice } = request
      const model = modelOf(request)
      if (!has(choice)) return
      const type = isRecord(choice) ? choice['type'] : undefined
      if (!choices.includes(type)) report('error', 'tool_choice.type', `must be one of ${choices.join(', ')}`)
      if ([request['tools'], request['mcp_servers']].every((list) => listOf(list).length === 0))
        report('error', 'tool_choice', 'needs tools')
      else if (
        type === 'tool' &&
        !namedTools(request).some(({ value }) => value['name'] === (choice as UnknownRecord)['name'])
      ) {
        report('error', 'tool_choice.name', 'is not the name of one of the tools')
      }
      const isForced = type === 'any' || type === 'tool'
      if (isForced && refusesForcedTools(model)) {
        report('error', 'tool_choice.type', `forces a call, which ${model} does not support`)
      }
    },
  },
]

export const schemaRules: readonly Rule[] = [
  {
    code: 'AN-SCHEMA-DRAFT',
    what: 'The schema of a tool is valid JSON Schema 2020-12.',
    source:
      'I Dokploy/mcp#74, anomalyco/opencode#39118 ("It must match JSON Schema draft 2020-12"; read in November 2026)',
    check: ({ tools }, report) => {
      for (const { value, path } of recordsOf(tools, 'tools')) {
        findOldKeywords(value['input_schema'], `${path}.input_schema`, (place, problem) =>
          report('error', place, problem),
        )
      }
    },
  },
  {
    code: 'AN-SCHEMA-KEY',
    what: 'Field names at the top level of a schema have 1 to 64 of the characters a-z, A-Z, 0-9, _, . and -.',
    source:
      'I modelcontextprotocol/go-sdk#169, beautyfree/appstore-connect-mcp#1 ("Property keys should match pattern"), decocms/studio#6874 (only the top level)',
    check: ({ tools }, report) => {
      for (const { value, path } of recordsOf(tools, 'tools')) {
        const { input_schema: schema } = value
        const properties = isRecord(schema) ? schema['properties'] : undefined
        for (const key of isRecord(properties) ? Object.keys(properties) : []) {
          if (!fieldName.valid.test(key))
            report('error', `${path}.input_schema.properties`, `has the field ${JSON.stringify(key)}`)
        }
      }
    },
  },
]

const choices: readonly unknown[] = ['auto', 'any', 'none', 'tool']

const changes: readonly unknown[] = ['tool_addition', 'tool_removal']

/** Returns the definition of a tool to add: one with a schema, or of Anthropic's own type. */
function definitionOf(type: unknown, { definition }: UnknownRecord): UnknownRecord | undefined {
  if (type !== 'tool_addition' || !isRecord(definition)) return undefined
  const isCustom = definition['type'] === undefined || definition['type'] === 'custom'
  return !isCustom || (typeof definition['name'] === 'string' && isRecord(definition['input_schema']))
    ? definition
    : undefined
}
