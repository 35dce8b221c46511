import { fileTypes } from '../../openai/files.ts'
import { base64Problem } from '../../shared/base64.ts'
import { dataUrlHead } from '../../shared/data-url.ts'
import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { has } from '../../shared/rules/read.ts'
import type { Rule } from '../../shared/rules/rule.ts'
import type { ReportViolation } from '../../shared/violation.ts'
import { messagesOf, partsOf } from './read.ts'

export const fileRule: Rule = {
  code: 'OC-FILE',
  what: 'A file is a PDF as a data URL with its media type, or the id of an uploaded file; file and audio data is base64.',
  source:
    'S ChatCompletionRequestMessageContentPartFile; R 400 "Expected a base64-encoded data URL with a valid file MIME type" (Responses); I trpc-group/trpc-agent-go#1816, pydantic/pydantic-ai#4445 ("unsupported MIME type")',
  check: (request, report) => {
    for (const message of messagesOf(request)) {
      for (const { value, path } of partsOf(message)) {
        const { type, file, input_audio: audio } = value
        if (type === 'file' && isRecord(file)) checkFile(file, `${path}.file`, report)
        if (type === 'input_audio' && isRecord(audio)) checkBase64(audio['data'], `${path}.input_audio.data`, report)
      }
    }
  },
}

function checkFile({ file_data: data, file_id: id }: UnknownRecord, path: string, report: ReportViolation): void {
  if (has(id) && (typeof id !== 'string' || id.trim() === '')) report('error', `${path}.file_id`, 'names no file')
  if (typeof data !== 'string') return
  const head = dataUrlHead(data)
  if (!head?.isBase64) report('error', `${path}.file_data`, 'must be a base64 data URL')
  else {
    if (!/^[^/]+\/[^/]+$/.test(head.mediaType)) report('error', `${path}.file_data`, 'has no media type')
    else if (!fileTypes.includes(head.mediaType.toLowerCase()))
      report('error', `${path}.file_data`, `is ${head.mediaType}, not a PDF`)
    checkBase64(data.slice(head.start), `${path}.file_data`, report)
  }
}

function checkBase64(data: unknown, path: string, report: ReportViolation): void {
  const found = typeof data === 'string' ? base64Problem(data) : undefined
  if (found !== undefined) report(found.level, path, found.problem)
}
