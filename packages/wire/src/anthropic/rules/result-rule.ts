import { isBlank, isRecord } from '../../shared/guards.ts'
import type { Placed } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import type { ReportViolation } from '../../shared/violation.ts'
import { allBlocks, resultsIn } from './read.ts'

export const toolResultRule: Rule = {
  code: 'AN-TOOL-RESULT',
  what: 'Results are text, or blocks that a result allows; a failed one contains only text, and is not empty.',
  source: 'S; I jlevy/markform#153, bytedance/trae-agent#231 (empty), vellum-ai/vellum-assistant#18387 (only text)',
  check: (request, report) => {
    for (const result of resultsIn(allBlocks(request))) checkResult(result, report)
  },
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
