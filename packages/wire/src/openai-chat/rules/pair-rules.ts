import type { UnknownRecord } from '../../shared/guards.ts'
import type { Placed } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import { callsOf, messagesOf } from './read.ts'

/** An assistant message (or another message before tool messages) with the tool messages directly after it. */
interface Group {
  readonly calls: readonly Placed[]
  readonly results: readonly Placed[]
}

/** The rules about calls and their results. */
export const pairRules: readonly Rule[] = [
  {
    code: 'OC-TOOL-ANSWER',
    what: 'Each call is answered by a tool message directly after its message.',
    source: 'I BerriAI/litellm#10083, agno-agi/agno#3105',
    check: (request, report) => {
      for (const { calls, results } of groupsOf(request)) {
        const answered = new Set(results.map(({ value }) => value['tool_call_id']))
        for (const { value, path } of calls) {
          if (!answered.has(value['id'])) report('error', path, 'is not answered by a tool message directly after it')
        }
      }
    },
  },
  {
    code: 'OC-TOOL-ORPHAN',
    what: 'Each tool message answers a call of the preceding assistant message.',
    source: 'I miurla/morphic#136, smarter-sh/smarter#264',
    check: (request, report) => {
      for (const { calls, results } of groupsOf(request)) {
        const open = calls.map(({ value }) => value['id'])
        const ids = new Set(open)
        for (const { value, path } of results) {
          const found = open.indexOf(value['tool_call_id'])
          if (found !== -1) open.splice(found, 1)
          else if (ids.has(value['tool_call_id'])) report('server', path, 'answers a call that is already answered')
          else report('error', path, 'answers no call of the preceding message')
        }
      }
    },
  },
  {
    code: 'OC-TOOL-ID',
    what: 'Each tool message has a tool_call_id.',
    source: 'S ChatCompletionRequestToolMessage',
    check: (request, report) => {
      for (const { value, path } of messagesOf(request)) {
        const id = value['tool_call_id']
        if (value['role'] === 'tool' && (typeof id !== 'string' || id === ''))
          report('error', `${path}.tool_call_id`, 'is missing')
      }
    },
  },
]

function groupsOf(request: UnknownRecord): Group[] {
  const groups: { calls: Placed[]; results: Placed[] }[] = []
  let group: { calls: Placed[]; results: Placed[] } = { calls: [], results: [] }
  for (const message of messagesOf(request)) {
    if (message.value['role'] === 'tool') {
      group.results.push(message)
      continue
    }
    groups.push(group)
    group = { calls: callsOf(message), results: [] }
  }
  groups.push(group)
  return groups
}
