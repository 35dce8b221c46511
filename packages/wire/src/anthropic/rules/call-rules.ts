import { isRecord } from '../../shared/guards.ts'
import { each, has, type Placed, type Rule, recordsOf } from '../../shared/rules/rule.ts'
import { toolName, validCallId, validToolName } from '../limits.ts'
import { allBlocks, blocksOf, callsIn, messagesOf } from './read.ts'

export const callRules: readonly Rule[] = [
  {
    code: 'AN-TOOL-ID',
    what: 'Call ids consist of the characters a-z, A-Z, 0-9, _ and -.',
    source: 'I anthropics/claude-code#10687, tailcallhq/forgecode#1142',
    check: each(allBlocks, ({ value, path }, report) => {
      const field = value['type'] === 'tool_use' ? 'id' : value['type'] === 'tool_result' ? 'tool_use_id' : undefined
      if (field === undefined) return
      const id = value[field]
      if (typeof id !== 'string' || !validCallId.test(id)) {
        report('error', `${path}.${field}`, 'must consist of the characters a-z, A-Z, 0-9, _ and -')
      }
    }),
  },
  {
    code: 'AN-TOOL-ID-UNIQUE',
    what: 'Call ids are unique.',
    source: 'I anthropics/claude-code#20631, trycua/cua#524, BerriAI/litellm#23510; R 2 accepted across turns',
    check: (request, report) => {
      const all = new Set<unknown>()
      for (const message of messagesOf(request)) {
        const own = new Set<unknown>()
        for (const { value, path } of blocksOf(message)) {
          if (!calls.includes(value['type'])) continue
          const { id } = value
          if (own.has(id)) report('error', `${path}.id`, 'is the id of another call in this message')
          else if (all.has(id)) report('server', `${path}.id`, 'is the id of a call in an earlier message')
          own.add(id)
          all.add(id)
        }
      }
    },
  },
  {
    code: 'AN-TOOL-INPUT',
    what: 'The input of a call is an object.',
    source: 'I anthropics/anthropic-sdk-typescript#648, anthropics/claude-code#6696 ("should be a valid dictionary")',
    check: (request, report) => {
      for (const { value, path } of callsIn(allBlocks(request))) {
        if (!isRecord(value['input'])) report('error', `${path}.input`, 'must be an object')
      }
    },
  },
  {
    code: 'AN-TOOL-NAME',
    what: 'Tool names have 1 to 64 of the characters a-z, A-Z, 0-9, _ and -; the API allows 128 today.',
    source: 'I modelcontextprotocol#1345 (128), apify/tester-mcp-client#11 (64), anthropics/claude-code#10687',
    check: (request, report) => {
      for (const { value, path } of [...namedTools(request), ...callsIn(allBlocks(request))]) {
        const { name } = value
        if (typeof name !== 'string' || !validToolName.test(name)) {
          report('error', `${path}.name`, 'must have 1 to 128 of the characters a-z, A-Z, 0-9, _ and -')
        } else if (!toolName.valid.test(name)) report('server', `${path}.name`, 'is longer than 64 characters')
      }
    },
  },
]

const calls: readonly unknown[] = ['tool_use', 'server_tool_use', 'mcp_tool_use']

/** Returns the tools that have a name: MCP toolsets have none. */
export function namedTools(request: Readonly<Record<string, unknown>>): Placed[] {
  const tools = recordsOf(request['tools'], 'tools')
  return tools.filter(({ value }) => has(value['name']) || has(value['input_schema']))
}
