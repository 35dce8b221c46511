import { isBlank, isRecord, listOf } from '../../shared/guards.ts'
import { each, type Rule } from '../../shared/rules/rule.ts'
import { isCompaction, isSigned } from '../compaction-block.ts'
import { allowsSystemAfter, prefillProblem, typeOf } from '../conversation.ts'
import { maxMessages } from '../limits.ts'
import { isClaude, refusesPrefill, takesCompaction, takesSystemRole } from '../models.ts'
import { messagesOf, modelOf, plainMessages } from './read.ts'

const roles: readonly unknown[] = ['user', 'assistant', 'system']

export const messageRules: readonly Rule[] = [
  {
    code: 'AN-MESSAGES',
    what: 'There are 1 to 100,000 messages.',
    source: 'S MessageCreateParams.messages',
    check: ({ messages }, report) => {
      if (!Array.isArray(messages) || messages.length === 0)
        report('error', 'messages', 'must have at least one message')
      else if (messages.length > maxMessages) report('error', 'messages', `must have at most ${maxMessages} messages`)
    },
  },
  {
    code: 'AN-ROLE',
    what: 'Messages have the role user or assistant. On the newest models a system message may follow the user.',
    source: 'I ianarawjo/ChainForge#271; R 20 accepted requests on claude-opus-4-8; D mid-conversation-system-messages',
    check: (request, report) => {
      const messages = plainMessages(request)
      const model = modelOf(request)
      for (const [index, { role, content }] of messages.entries()) {
        const path = `messages[${index}].role`
        if (!roles.includes(role)) report('error', path, `must be one of ${roles.join(', ')}`)
        if (role !== 'system') continue
        if (!takesSystemRole(model)) {
          report(isClaude(model) ? 'error' : 'model', path, 'is accepted only by the newest models')
        }
        // A message that only sets the effort has no content and is allowed anywhere.
        if (Array.isArray(content) && content.length === 0) continue
        const before = messages.slice(0, index).findLast((message) => message.role !== 'system')
        const after = messages.slice(index + 1).find((message) => message.role !== 'system')
        if (!allowsSystemAfter(before)) report('error', path, 'must follow the user, or a result of a server tool')
        if (after?.role === 'user') report('error', path, 'must precede the assistant, or be at the end')
      }
    },
  },
  {
    code: 'AN-EMPTY',
    what: 'Content is text or a list of blocks, and is not empty.',
    source: 'S; I anthropics/anthropic-sdk-python#461; "all messages must have non-empty content"',
    check: each(messagesOf, ({ value, path }, report) => {
      const { role, content } = value
      const place = `${path}.content`
      if (typeof content !== 'string' && !Array.isArray(content))
        report('error', place, 'must be text or a list of blocks')
      else if (content.length === 0 && !(role === 'system' && isRecord(value['output_config']))) {
        report('error', place, 'is empty')
      }
      for (const [index, block] of listOf(content).entries()) {
        if (!isRecord(block)) report('error', `${place}[${index}]`, 'must be an object')
      }
    }),
  },
]

export const turnRules: readonly Rule[] = [
  {
    code: 'AN-ALTERNATE',
    what: 'Roles alternate.',
    source:
      'S (combined into a single turn today); I etkecc/baibot#13, lobehub/lobehub#1601 (refused before, and by Bedrock)',
    check: (request, report) => {
      let before: unknown
      for (const { value, path } of messagesOf(request)) {
        const { role } = value
        if (role === before && role !== 'system')
          report('server', `${path}.role`, 'has the same role as the previous message')
        before = role
      }
    },
  },
  {
    code: 'AN-FIRST-USER',
    what: 'The user speaks first, or a summary by the API does.',
    source: 'R (a leading assistant accepted, claude-sonnet-4-5); I anthropics/courses#79 (refused before)',
    check: (request, report) => {
      const first = messagesOf(request).find(({ value }) => value['role'] !== 'system')
      if (first?.value['role'] !== 'assistant' || typeOf(listOf(first.value['content'])[0]) === 'compaction') return
      report('server', `${first.path}.role`, 'is first but not from the user')
    },
  },
  {
    code: 'AN-PREFILL',
    what: 'The last message is not from the assistant if the model does not support prefill, or thinks.',
    source: 'I langchain-ai/langchain#35072; S; D anthropics/skills model-migration.md, "Prefill not supported"',
    check: (request, report) => {
      const messages = plainMessages(request)
      const { thinking, compaction } = request
      const model = modelOf(request)
      // A request for a summary continues nothing.
      if ((compaction ?? undefined) !== undefined) return
      const problem = prefillProblem(messages, {
        model,
        thinking: isRecord(thinking) ? thinking : undefined,
      })
      const level = refusesPrefill(model) ? 'error' : 'model'
      if (problem !== undefined)
        report(level, `messages[${messages.length - 1}].role`, `is from the assistant: ${problem}`)
    },
  },
]

export const finalSpaceRule: Rule = {
  code: 'AN-FINAL-WS',
  what: 'A final assistant message does not end with whitespace.',
  source: 'I tailcallhq/forgecode#1872; "final assistant content cannot end with trailing whitespace"',
  check: (request, report) => {
    const last = (request['compaction'] ?? undefined) === undefined ? messagesOf(request).at(-1) : undefined
    if (last?.value['role'] !== 'assistant') return
    const { content } = last.value
    const block: unknown = listOf(content).at(-1)
    const text: unknown = isRecord(block) && block['type'] === 'text' ? block['text'] : content
    if (typeof text === 'string' && !isBlank(text) && text.trimEnd() !== text) {
      report('error', `${last.path}.content`, 'ends with whitespace')
    }
  },
}

export const compactionRule: Rule = {
  code: 'AN-COMPACTION',
  what: 'A signed summary is the first content of the messages, and the only one. A request for a summary has no field that would do nothing.',
  source:
    'D compaction-on-demand (continue from the summary, errors, limits and interactions); S BetaCompactionBlockParam',
  check: (request, report) => {
    const { compaction, context_management: management } = request
    const name = modelOf(request)
    const all = messagesOf(request).flatMap(({ value: { content }, path }, message) =>
      listOf(content).map((block, index) => ({
        block,
        path: `${path}.content[${index}]`,
        isFirst: message + index === 0,
      })),
    )
    const found = all.filter(({ block }) => isCompaction(block))
    for (const { block, path, isFirst } of found) {
      if (!isRecord(block)) continue
      const signed = isSigned(block)
      if (block['content'] === '') report('error', `${path}.content`, 'is empty')
      if (signed && !isFirst) report('error', path, 'is a signed summary, but not the first content')
      if (signed && found.length > 1) report('error', path, 'is a signed summary, but not the only one')
      if (name !== undefined && !takesCompaction(name, { signed })) report('model', path, `is not supported by ${name}`)
    }
    const carries = found.some(({ block }) => isRecord(block) && isSigned(block))
    const edits = isRecord(management) ? listOf(management['edits']) : []
    if (carries && edits.some((edit) => typeOf(edit).startsWith('compact_'))) {
      report('error', 'context_management', 'compacts at a threshold, which a request with a signed summary cannot')
    }
    if (compaction === undefined || compaction === null) return
    if (management !== undefined) report('error', 'context_management', 'is set in a request for a summary')
    if (listOf(request['stop_sequences']).length > 0)
      report('error', 'stop_sequences', 'is set in a request for a summary')
    const choice = typeOf(request['tool_choice'])
    if (choice === 'any' || choice === 'tool')
      report('error', 'tool_choice', 'forces a call in a request for a summary')
  },
}
