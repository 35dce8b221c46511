import { isRecord, type UnknownRecord } from '../../shared/guards.ts'
import { argumentsText, createCallIds, objectArguments } from '../../shared/response/call-arguments.ts'
import { type Fields, textIn } from '../../shared/response/fields.ts'
import type { Mends } from '../../shared/response/mends.ts'
import { type TornPart, tornCall } from '../../shared/response/response.ts'
import { blockType } from './block.ts'

/** Blocks as requests contain them, and the calls that cannot be read. */
export interface UsableContent {
  readonly blocks: readonly UnknownRecord[]
  readonly torn: readonly TornPart[]
}

/**
 * Returns the blocks of a response as requests contain them. Servers that offer other models leave out the signature of
 * thinking, since those sign nothing (anomalyco/opencode#44713, InternLM/lmdeploy#4851, read on 2026-11-28).
 */
export function usableContent(content: unknown, responseId: unknown, mends: Mends): UsableContent {
  const torn: TornPart[] = []
  if (typeof content === 'string') {
    mends.add('form', 'content', 'The content is text, and is read as a block.')
    return { blocks: content === '' ? [] : [{ type: 'text', text: content }], torn }
  }
  const given = (Array.isArray(content) ? content : []).map((block: unknown) =>
    typeof block === 'string' ? { type: 'text', text: block } : block,
  )
  const all = given.filter(isRecord)
  const isCall = (block: UnknownRecord): boolean => blockType(block) === 'tool_use'
  const callIds = all.filter(isCall).map(({ id }) => id)
  const ids = createCallIds(responseId, callIds, mends)
  const blocks = all.flatMap((block, index): Fields[] => {
    const path = `content[${index}]`
    const type = blockType(block)
    if (type !== block['type']) mends.add('form', path, 'A block has no type, and is read by its fields.')
    if (type === 'text') return typeof block['text'] === 'string' ? [{ ...block, type }] : []
    if (type === 'thinking') return usableThinking(block, path, mends)
    if (type !== 'tool_use') return [{ ...block }]
    const name = textIn(block, 'name')
    const id = ids.idOf(block['id'], name, path)
    if (name === '') torn.push(tornCall(textIn(block, 'id'), '', argumentsText(block['input'])))
    return name === '' ? [] : [{ ...block, type, id, name, input: inputOf(block['input'], path, mends) }]
  })
  return { blocks, torn }
}

function usableThinking(block: UnknownRecord, path: string, mends: Mends): Fields[] {
  const isInText = textIn(block, 'thinking') === '' && textIn(block, 'text') !== ''
  if (isInText) mends.add('form', path, 'The thinking of a block is in its field `text`, and is read as thinking.')
  const [thinking, signature] = [textIn(block, isInText ? 'text' : 'thinking'), textIn(block, 'signature')]
  if (typeof block['signature'] !== 'string') {
    if (thinking === '') return []
    mends.add('signature', path, 'Thinking has no signature, and is kept as unsigned reasoning.')
  }
  const { text: _, ...others } = block
  return [{ ...others, type: 'thinking', thinking, signature }]
}

/** A model may write arguments that are no object: they stay as they are. */
function inputOf(input: unknown, path: string, mends: Mends): unknown {
  if (typeof input !== 'string') return input ?? {}
  const object = objectArguments(input, path, mends)
  return 'rawInvalidInput' in object ? input : object
}
