import { isRecord, listOf } from '../../shared/guards.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import { isCompaction, isSigned } from '../compaction-block.ts'
import { typeOf } from '../conversation.ts'
import { takesCompaction } from '../models.ts'
import { messagesOf, modelOf } from './read.ts'

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
