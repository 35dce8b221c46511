import type { AnswerPart } from './contract/host.ts'

/** Collects the parts of a stream into the content of an answer. */
export interface Collected {
  add(part: AnswerPart): void
  /**
   * The content so far: everything that is complete, and text that has begun. Thinking that has not ended has no signature,
   * and a call that has not ended no arguments: both are left out.
   */
  content(): readonly AnswerPart[]
}

interface Open {
  readonly type: 'text' | 'reasoning'
  text: string
  ended: boolean
  providerMetadata: AnswerPart['providerMetadata']
}

/** Parts of a stream that are content as they are. */
const whole = /^(tool-call|tool-result|tool-approval-request|file|source|custom|reasoning-file)$/

export function collectStream(): Collected {
  const parts: (AnswerPart | Open)[] = []
  const open = new Map<string, Open>()
  return {
    add: (part) => {
      const { type, id = '', delta = '', providerMetadata } = part
      if (whole.test(type)) parts.push(part)
      const [kind, phase] = type.split('-')
      if (kind !== 'text' && kind !== 'reasoning') return
      const key = `${kind} ${id}`
      if (phase === 'start') {
        const begun: Open = { type: kind, text: '', ended: false, providerMetadata }
        open.set(key, begun)
        parts.push(begun)
      }
      const block = open.get(key)
      if (!block || (phase !== 'delta' && phase !== 'end')) return
      block.text += phase === 'delta' ? delta : ''
      block.ended = phase === 'end'
      // The newest is the whole of it: providers repeat or complete it, as in the SDK.
      if (providerMetadata) block.providerMetadata = providerMetadata
    },
    content: () =>
      parts.flatMap((part): readonly AnswerPart[] => {
        if (!('ended' in part)) return [part as AnswerPart]
        const { type, text, ended, providerMetadata } = part as Open
        if (!ended && type === 'reasoning') return []
        return [{ type, text, ...(providerMetadata && { providerMetadata }) }]
      }),
  }
}
