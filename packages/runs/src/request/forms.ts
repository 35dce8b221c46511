import type { Fragment, Kept, Message } from '@lamella/core'
import { plainValue } from '@lamella/core/plugin'
import { contentFingerprint } from '@lamella/store'
import type { RunState } from '../contract/run.ts'
import type { SessionChain } from './session-chain.ts'

/** Returns a layer's fragments with the messages that were sent in another form in that form. */
export function applyForms(fragments: readonly Fragment[], { forms }: RunState): readonly Fragment[] {
  if (Object.keys(forms).length === 0) return fragments
  return fragments.flatMap((fragment) => {
    const form = fragment.position === undefined ? undefined : forms[fragment.position]
    // A form of another text is that of a message that was edited since.
    if (form === undefined || contentFingerprint(fragment.content) !== form.hash) return [fragment]
    if (form.messages.length === 0) return []
    // Its costs and shorter renderings were those of the original.
    const { tokens: _, shorter: __, ...rest } = fragment
    return [{ ...rest, content: form.messages }]
  })
}

/** Returns the messages that are not sent as the session has them: in another form, or not at all. */
export function formsOf(
  sent: Iterable<{ readonly position: number; readonly kept: Kept }>,
  { messages }: SessionChain,
): RunState['forms'] {
  const contents = new Map(Array.from(sent, ({ position, kept }) => [position, kept.content as readonly Message[]]))
  const forms: Record<string, RunState['forms'][string]> = {}
  for (const { position, content: original } of messages) {
    const content = contents.get(position) ?? []
    if (content === original) continue
    const hash = contentFingerprint(original)
    if (contentFingerprint(content) === hash) continue
    forms[position] = { hash, messages: content.map((message) => plainValue(message)) }
  }
  return forms
}

/**
 * Checks whether messages that were sent would now be sent in another form: a call that waited for approval gets a
 * stand-in, for example, because the conversation went on.
 */
export function haveOtherForms({ marks, forms: before }: RunState, forms: RunState['forms']): boolean {
  const end = marks.at(-1)?.at ?? 0
  return Object.keys({ ...before, ...forms }).some((position) => {
    const [was, is] = [before[position]?.messages, forms[position]?.messages]
    return Number(position) < end && (was && contentFingerprint(was)) !== (is && contentFingerprint(is))
  })
}
