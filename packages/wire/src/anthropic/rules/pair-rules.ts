import { isBlank, isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { each, type Placed, type ReportViolation, type Rule, repeated } from '../../shared/rules/rule.ts'
import { endsTurn } from '../conversation.ts'
import { validServerCallId } from '../limits.ts'
import { isRawBlock, isServerCall, isServerResult } from '../raw-block.ts'
import { allBlocks, blocksOf, callsIn, messagesOf, resultsIn, type Turn, turnsOf } from './read.ts'

export const pairRules: readonly Rule[] = [
  {
    code: 'AN-TOOL-ANSWER',
    what: 'Each call is answered by a result in the user turn directly after it.',
    source: 'I anthropics/claude-code#5060, #5989, OpenHands/OpenHands#7512',
    check: each(steps, ({ calls, results }, report) => {
      const answered = new Set(results.map(({ value }) => value['tool_use_id']))
      for (const { value, path } of calls) {
        if (!answered.has(value['id'])) report('error', path, 'is not answered by a result in the next user turn')
      }
    }),
  },
  {
    code: 'AN-TOOL-ORPHAN',
    what: 'Each result answers a call of the previous turn.',
    source: 'I anthropics/claude-code#13460, router-for-me/CLIProxyAPI#497',
    check: (request, report) => {
      for (const { calls, results } of steps(request)) {
        const ids = new Set(calls.map(({ value }) => value['id']))
        for (const { value, path } of results) {
          if (!ids.has(value['tool_use_id'])) report('error', path, 'answers no call of the previous turn')
        }
      }
      for (const turn of turnsOf(request)) {
        if (turn.role !== 'user') continue
        for (const { value, path } of callsIn(turn.blocks))
          report('error', path, `is a ${value['name']} call by the user`)
      }
    },
  },
  {
    code: 'AN-TOOL-DUP',
    what: 'Each call has one result.',
    source: 'M',
    check: each(steps, ({ results }, report) => {
      for (const { path } of repeated(results, 'tool_use_id')) {
        report('error', path, 'is a second result for the same call')
      }
    }),
  },
  {
    code: 'AN-TOOL-RESULT-FIRST',
    what: 'Tool results come first in a user turn.',
    source: 'D handle-tool-calls ("Text before tool_result" is a 400); R 0 of 422 accepted requests break it',
    check: (request, report) => {
      for (const { role, blocks } of turnsOf(request)) {
        if (role !== 'user') continue
        const firstOther = blocks.findIndex(({ value }) => value['type'] !== 'tool_result')
        if (firstOther < 0) continue
        for (const { path } of resultsIn(blocks.slice(firstOther))) report('error', path, 'follows other blocks')
      }
    },
  },
  {
    code: 'AN-TOOL-USE-LAST',
    what: 'No text follows a call in its message.',
    source: 'R by report (opencode, "rejects-malformed-assistant-tool-order"); R 0 of 422 accepted requests break it',
    check: (request, report) => {
      for (const message of messagesOf(request)) {
        if (message.value['role'] !== 'assistant') continue
        const blocks = blocksOf(message)
        const firstCall = blocks.findIndex(({ value }) => value['type'] === 'tool_use')
        if (firstCall < 0) continue
        for (const { value, path } of blocks.slice(firstCall)) {
          if (value['type'] === 'text') report('error', path, 'follows a call')
        }
      }
    },
  },
  {
    code: 'AN-SERVER-TOOL',
    what: 'Server tool calls have their result in the same turn, once it is over, and results follow their call.',
    source:
      'D handling-stop-reasons ("was found without a corresponding web_search_tool_result block"); I anthropics/claude-code#64383 (results), tingly-dev/tingly-box#1401 (ids)',
    check: (request, report) => {
      let open = new Map<unknown, Placed>()
      for (const message of messagesOf(request)) {
        if (endsTurn({ role: message.value['role'], content: message.value['content'] })) {
          for (const { path } of open.values()) report('error', path, 'has no result, and its turn is over')
          open = new Map()
        }
        for (const block of blocksOf(message)) {
          const raw: unknown = block.value
          if (!isRawBlock(raw)) continue
          if (raw.type === 'server_tool_use' && !validServerCallId.test(String(raw['id']))) {
            report('error', `${block.path}.id`, 'must consist of srvtoolu_ and letters, digits or _')
          } else if (isServerCall(raw)) open.set(raw['id'], block)
          else if (isServerResult(raw) && !open.delete(raw['tool_use_id'])) {
            report('error', block.path, 'has no earlier call in its turn')
          }
        }
      }
    },
  },
  {
    code: 'AN-TOOL-RESULT',
    what: 'Results are text, or blocks that a result allows; a failed one contains only text, and is not empty.',
    source: 'S; I jlevy/markform#153, bytedance/trae-agent#231 (empty), vellum-ai/vellum-assistant#18387 (only text)',
    check: (request, report) => {
      for (const result of resultsIn(allBlocks(request))) checkResult(result, report)
    },
  },
]

/** Checks the calls of an assistant turn against the results in the next turn. */
interface Step {
  readonly calls: readonly Placed[]
  readonly results: readonly Placed[]
}

function steps(request: UnknownRecord): Step[] {
  const turns = turnsOf(request)
  const found: Step[] = []
  for (let at = -1; at < turns.length; at++) {
    const turn: Turn | undefined = turns[at]
    const next: Turn | undefined = turns[at + 1]
    const calls = turn?.role === 'assistant' ? callsIn(turn.blocks) : []
    const results = next?.role === 'user' ? resultsIn(next.blocks) : []
    if (calls.length > 0 || results.length > 0) found.push({ calls, results })
  }
  return found
}

/** Known types that a result does not allow. */
const notInResults: readonly unknown[] = ['thinking', 'redacted_thinking', 'tool_use', 'tool_result', 'server_tool_use']

function checkResult({ value, path }: Placed, report: ReportViolation): void {
  const { content, is_error: isError } = value
  const place = `${path}.content`
  if (content !== undefined && content !== null && typeof content !== 'string' && !Array.isArray(content)) {
    report('error', place, 'must be text or a list of blocks')
  }
  const pieces: readonly unknown[] = Array.isArray(content) ? content : []
  for (const [index, piece] of pieces.entries()) {
    const type = isRecord(piece) ? piece['type'] : undefined
    if (typeof type !== 'string' || notInResults.includes(type))
      report('error', `${place}[${index}]`, 'is not allowed in a result')
    else if (isError === true && type !== 'text')
      report('error', `${place}[${index}]`, 'is not text, although the tool failed')
  }
  const isEmpty = typeof content === 'string' ? isBlank(content) : pieces.length === 0
  if (isError === true && isEmpty) report('error', place, 'is empty, although the tool failed')
}
