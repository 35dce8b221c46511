import type { Part, ToolOutput } from '@lamella/core'
import { known } from '../../json.ts'
import type { TranscriptRequest } from '../contract/request.ts'
import type { Collector } from '../shared/collect.ts'
import type { Draft } from '../shared/draft.ts'
import { count, type Fields, fields, instant, list, text } from '../shared/fields.ts'
import { limitParts } from '../shared/limit-part.ts'
import { makeView } from '../shared/make-view.ts'
import { callPart, imageOfUrl, resultPart, valueOutput } from '../shared/parts.ts'
import type { FormatDefinition, FormatReader } from '../shared/reader.ts'
import { usageOfAll } from '../shared/usage.ts'

/** UI messages of the AI SDK. Source: vercel/ai @ed857f50, read on 2026-11-27. */
export const aiSdkUi: FormatDefinition = {
  isMessage: (value) => text(value['role']) !== undefined && Array.isArray(value['parts']),
  createReader: (collector): FormatReader => {
    const drafts: Draft[] = []
    const requests: TranscriptRequest[] = []
    let id: string | undefined
    return {
      add: (value, line) => {
        if (!Array.isArray(value['messages'])) {
          add(value, line)
          return
        }
        id = text(value['id']) ?? id
        for (const [index, one] of value['messages'].entries()) add(fields(one), index + 1)
      },
      finish: () => {
        const { entries, unanswered } = makeView(drafts, collector)
        return known({ id, window: entries, path: entries, unanswered, requests })
      },
    }

    function add(value: Fields, line: number): void {
      const parts = partsOf(value)
      if (!parts) collector.strange('value without parts')
      else for (const draft of draftsOf(value, parts, line, collector)) drafts.push(draft)
      requests.push(...requestOf(value, line))
    }
  },
}

/** Returns the parts of a message. Version 4 has calls in a part of their own, and before that had them beside a text. */
function partsOf({ parts, content, toolInvocations }: Fields): readonly Fields[] | undefined {
  if (Array.isArray(parts)) return parts.map(fields).map(asInvoked)
  if (typeof content !== 'string') return undefined
  const calls = list(toolInvocations).map((toolInvocation) => asInvoked({ type: 'tool-invocation', toolInvocation }))
  return content === '' ? calls : [...calls, { type: 'text', text: content }]
}

function asInvoked(part: Fields): Fields {
  if (part['type'] !== 'tool-invocation') return part
  const { args, result, state, ...rest } = fields(part['toolInvocation'])
  return {
    ...rest,
    type: 'dynamic-tool',
    input: args,
    output: result,
    state: state === 'result' ? 'output-available' : state,
  }
}

function draftsOf(value: Fields, parts: readonly Fields[], line: number, collector: Collector): readonly Draft[] {
  const metadata = fields(value['metadata'])
  const place = { lines: [line], id: text(value['id']), at: instant(metadata['createdAt'] ?? value['createdAt']) }
  const make = (role: Draft['role'], by: Draft['by'], all: readonly Part[]): readonly Draft[] => {
    if (all.length === 0) return []
    return [{ role, by, ...limitParts(all, collector.partLimit), ...place }]
  }
  switch (value['role']) {
    case 'system':
      return make('system', 'context', plainParts(parts, collector))
    case 'user':
      return make('user', 'person', plainParts(parts, collector))
    case 'assistant':
      // Each step was a request: its answer, then the results.
      return stepsOf(parts).flatMap((step) => [
        ...make(
          'assistant',
          'model',
          step.flatMap((part) => callOf(part) ?? plainParts([part], collector)),
        ),
        ...make('tool', 'tool', step.flatMap(resultOf)),
      ])
  }
  collector.strange(`role ${String(value['role'])}`)
  return []
}

function stepsOf(parts: readonly Fields[]): readonly (readonly Fields[])[] {
  const steps: Fields[][] = [[]]
  for (const part of parts) {
    if (part['type'] === 'step-start') steps.push([])
    else steps.at(-1)?.push(part)
  }
  return steps
}

function plainParts(parts: readonly Fields[], collector: Collector): readonly Part[] {
  return parts.flatMap((part): readonly Part[] => {
    const type = text(part['type']) ?? ''
    switch (type) {
      case 'text':
      case 'reasoning':
        return [{ type, text: text(part['text']) ?? '' }]
      case 'file':
        return [fileOf(part)]
    }
    if (type.startsWith('source-') || type.startsWith('data-') || type === 'step-start') collector.skip(`part ${type}`)
    else collector.strange(`part ${type}`)
    return []
  })
}

function fileOf(part: Fields): Part {
  const image = imageOfUrl(text(part['url']) ?? '')
  const mediaType = text(part['mediaType']) ?? image.mediaType ?? ''
  if (mediaType.startsWith('image/')) return image
  return known({ type: 'file', data: image.image, mediaType, filename: text(part['filename']) })
}

function nameOf(part: Fields): string | undefined {
  const type = text(part['type'])
  return type === 'dynamic-tool' ? text(part['toolName']) : /^tool-(.*)$/s.exec(type ?? '')?.[1]
}

function callOf(part: Fields): readonly Part[] | undefined {
  const name = nameOf(part)
  return name === undefined ? undefined : [callPart(part['toolCallId'], name, part['input'])]
}

function resultOf(part: Fields): readonly Part[] {
  const name = nameOf(part)
  const output = name === undefined ? undefined : outputOf(part)
  return output ? [resultPart(part['toolCallId'], name, output)] : []
}

function outputOf({ state, output, errorText }: Fields): ToolOutput | undefined {
  if (state === 'output-error') return { type: 'error-text', value: text(errorText) ?? '' }
  if (state === 'output-denied') return { type: 'execution-denied' }
  return state === 'output-available' ? valueOutput(output) : undefined
}

/** The usage is the application's own: it is read where it has the names of the SDK. */
function requestOf(value: Fields, line: number): readonly TranscriptRequest[] {
  const metadata = fields(value['metadata'])
  const usage = fields(metadata['usage'] ?? metadata['totalUsage'])
  const details = fields(usage['inputTokenDetails'])
  const all = count(usage['inputTokens'])
  const output = count(usage['outputTokens'])
  if (value['role'] !== 'assistant' || all === undefined || output === undefined) return []
  const cacheRead = count(details['cacheReadTokens']) ?? count(usage['cachedInputTokens'])
  const model = text(metadata['model']) ?? text(metadata['modelId'])
  const numbers = usageOfAll(all, cacheRead, output, count(details['cacheWriteTokens']))
  return [known({ line, id: text(value['id']), model, purpose: 'path', usage: numbers })]
}
