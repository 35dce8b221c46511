import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { argumentsText, createCallIds, objectArguments } from '../shared/response/call-arguments.ts'
import { textIn } from '../shared/response/fields.ts'
import type { Mends } from '../shared/response/mends.ts'
import { type TornPart, tornCall } from '../shared/response/response.ts'

/** Returns the blocks of a response as requests contain them, and the calls that cannot be read. */
export function usableBlocks(
  content: unknown,
  mends: Mends,
): { readonly blocks: readonly UnknownRecord[]; readonly torn: readonly TornPart[] } {
  const torn: TornPart[] = []
  const given: readonly unknown[] = Array.isArray(content) ? content : [content]
  const all = given.map((block) => (typeof block === 'string' ? { text: block } : block)).filter(isRecord)
  const callIds = all.map(({ toolUse }) => (isRecord(toolUse) ? toolUse['toolUseId'] : ''))
  const ids = createCallIds('', callIds, mends)
  const blocks = all.flatMap((block, index): UnknownRecord[] => {
    const { toolUse } = block
    if (!isRecord(toolUse))
      return Object.values(block).some((value) => (value ?? undefined) !== undefined)
        ? [usableReasoning(block, `output.message.content[${index}]`, mends)]
        : []
    const path = `output.message.content[${index}].toolUse`
    const name = textIn(toolUse, 'name')
    const toolUseId = ids.idOf(toolUse['toolUseId'], name, path)
    if (name === '') {
      torn.push(tornCall(textIn(toolUse, 'toolUseId'), '', argumentsText(toolUse['input'])))
      return []
    }
    const { input } = toolUse
    const object = typeof input === 'string' ? objectArguments(input, path, mends) : (input ?? {})
    // A model may write arguments that are no object: they stay as they are.
    const isBroken = isRecord(object) && 'rawInvalidInput' in object
    return [{ ...block, toolUse: { ...toolUse, name, toolUseId, input: isBroken ? input : object } }]
  })
  return { blocks, torn }
}

/** Returns a block whose reasoning is where the format has it: in `reasoningText`, not beside it as in a stream, nor as plain text. */
function usableReasoning(block: UnknownRecord, path: string, mends: Mends): UnknownRecord {
  const { reasoningContent } = block
  if (!isRecord(reasoningContent) || isRecord(reasoningContent['reasoningText'])) return block
  const { reasoningText, text = reasoningText, signature, ...others } = reasoningContent
  if (typeof text !== 'string') return block
  mends.add('form', path, 'The reasoning of a block is not in `reasoningText`, and is read as if it were.')
  return { ...block, reasoningContent: { ...others, reasoningText: { text, signature } } }
}
