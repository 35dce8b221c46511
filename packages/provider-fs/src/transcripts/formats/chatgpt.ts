import type { Part } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'
import { known } from '../../json.ts'
import { type Collector, unheard } from '../shared/collect.ts'
import type { Draft } from '../shared/draft.ts'
import { type Fields, fields, instant, list, text } from '../shared/fields.ts'
import { branchesOf, leftChains } from '../shared/left-chains.ts'
import { limitParts } from '../shared/limit-part.ts'
import { makeView } from '../shared/make-view.ts'
import { callPart, resultPart, textOfParts, textParts } from '../shared/parts.ts'
import type { FormatDefinition, FormatReader, ReadParts } from '../shared/reader.ts'

/** A node of a conversation's tree. */
interface ChatNode {
  readonly id: string
  readonly parent: string | undefined
  readonly place: number
  readonly message: Fields
}

/** One conversation of an export of ChatGPT. It has no usage at all. Read on 2026-11-27. */
export const chatgpt: FormatDefinition = {
  isMessage: (value) => isObject(value['mapping']) || (isObject(value['message']) && 'parent' in value),
  createReader: (collector): FormatReader => {
    const nodes = new Map<string, ChatNode>()
    let conversation: Fields = {}
    const add = (id: string, value: Fields): void => {
      const place = nodes.get(id)?.place ?? nodes.size + 1
      nodes.set(id, { id, parent: text(value['parent']), place, message: fields(value['message']) })
    }
    return {
      add: (value) => {
        if (!isObject(value['mapping'])) {
          add(text(value['id']) ?? `node ${nodes.size}`, value)
          return
        }
        conversation = value
        for (const [id, node] of Object.entries(value['mapping'])) add(id, fields(node))
      },
      finish: () => readChat(conversation, nodes, collector),
    }
  },
}

function readChat(conversation: Fields, nodes: ReadonlyMap<string, ChatNode>, collector: Collector): ReadParts {
  const path: ChatNode[] = []
  const left = new Map(nodes)
  let at = text(conversation['current_node']) ?? [...nodes.keys()].at(-1)
  if (at !== undefined && !nodes.has(at)) {
    collector.note('gap', 'The newest node is not in the file; the last one that is there takes its place.')
    at = [...nodes.keys()].at(-1)
  }
  for (let node = nodes.get(at ?? ''); node && left.delete(node.id); node = nodes.get(node.parent ?? ''))
    path.push(node)
  const { entries, unanswered } = makeView(draftsOf(path.reverse(), collector), collector)
  const isMessage = ({ message }: ChatNode): boolean => isShown(message)
  const branches = branchesOf(
    leftChains(left, ({ parent }) => parent, isMessage),
    (chain) => draftsOf(chain, { ...collector, ...unheard }),
    (id) => nodes.get(id)?.place,
  )
  const [id, title] = [text(conversation['conversation_id']) ?? text(conversation['id']), text(conversation['title'])]
  return known({ id, title, window: entries, path: entries, unanswered, branches })
}

/** Not shown are empty nodes, and what the program keeps for itself. */
function isShown(message: Fields): boolean {
  const hidden = fields(message['metadata'])['is_visually_hidden_from_conversation'] === true
  return isObject(message['author']) && message['weight'] !== 0 && !hidden
}

function draftsOf(chain: readonly ChatNode[], collector: Collector): readonly Draft[] {
  // A call has no id: the answer of a tool is of the last call to it that has none.
  const open = new Map<string, string[]>()
  return chain.flatMap(({ id, place, message }): readonly Draft[] => {
    if (!isShown(message)) {
      if (Object.keys(message).length > 0) collector.skip('hidden message')
      return []
    }
    const author = fields(message['author'])
    const role = author['role']
    const content = partsOf(fields(message['content']), collector)
    const { parts, cut } = limitParts(content, collector.partLimit)
    const seconds = message['create_time']
    const at = instant(typeof seconds === 'number' ? seconds * 1000 : seconds)
    const rest = { lines: [place], id, at, cut }
    if (parts.length === 0) return []
    const recipient = text(message['recipient']) ?? 'all'
    if (role === 'assistant' && recipient !== 'all') {
      open.set(recipient, [...(open.get(recipient) ?? []), id])
      const call = callPart(id, recipient, textOfParts(parts))
      return [{ role, by: 'model', parts: [call], ...rest, model: modelOf(message) }]
    }
    if (role === 'assistant') return [{ role, by: 'model', parts, ...rest, model: modelOf(message) }]
    if (role === 'user') return [{ role, by: 'person', parts, ...rest }]
    if (role === 'system') return [{ role, by: 'context', parts, ...rest }]
    if (role === 'tool') {
      const name = text(author['name']) ?? ''
      const result = resultPart(open.get(name)?.pop() ?? id, name, { type: 'text', value: textOfParts(parts) })
      return [{ role, by: 'tool', parts: [result], ...rest }]
    }
    collector.strange(`role ${String(role)}`)
    return []
  })
}

function modelOf(message: Fields): string | undefined {
  return text(fields(message['metadata'])['model_slug'])
}

function partsOf(content: Fields, collector: Collector): readonly Part[] {
  const type = content['content_type']
  if (type === 'thoughts') {
    return list(content['thoughts']).map((one) => ({ type: 'reasoning', text: text(fields(one)['content']) ?? '' }))
  }
  const said = text(content['text']) ?? text(content['content'])
  if (said !== undefined) return [{ type: type === 'reasoning_recap' ? 'reasoning' : 'text', text: said }]
  return list(content['parts']).flatMap((one): readonly Part[] => {
    if (typeof one === 'string') return textParts(one)
    const part = fields(one)
    const kind = text(part['content_type']) ?? ''
    const transcribed = text(part['text'])
    if (transcribed !== undefined) return [{ type: 'text', text: transcribed }]
    // The file itself is elsewhere in the export.
    if (text(part['asset_pointer']) !== undefined) return [{ type: 'text', text: `[${kind}]` }]
    collector.strange(`part ${kind}`)
    return []
  })
}
