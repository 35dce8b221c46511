import type { ProviderOptions } from '@lamella/core'
import { asideMark } from '@lamella/store'
import type { KeyReader, SessionKey } from './session-key.ts'

/** A text and the provider options beside it, where its mark is. */
export interface MarkedText {
  readonly text: string
  readonly options: ProviderOptions | undefined
}

/**
 * Returns the provider options of a head. The mark names the content and the key, and has a tag that only the key gives for this
 * text: nobody else can mark a text, and the mark of one head is none of another.
 */
export async function markedOptions(
  key: SessionKey,
  content: string,
  { text, options }: MarkedText,
): Promise<ProviderOptions> {
  return { ...options, [asideMark]: { content, key: key.id, tag: await key.tag('head', content, text) } }
}

/** Whether a text has a mark, whoever set it. */
export function hasMark({ options }: Pick<MarkedText, 'options'>): boolean {
  return options?.[asideMark] !== undefined
}

/** Returns the provider options without a mark; `undefined` if there are no others. */
export function unmarkedOptions(options: ProviderOptions | undefined): ProviderOptions | undefined {
  const { [asideMark]: _, ...others } = options ?? {}
  return Object.keys(others).length > 0 ? others : undefined
}

/** Returns the id of the content for which a text stands; `undefined` if it has no mark, or one that the key does not give. */
export async function contentOfHead({ text, options }: MarkedText, readKey: KeyReader): Promise<string | undefined> {
  const { content, tag } = options?.[asideMark] ?? {}
  if (typeof content !== 'string' || typeof tag !== 'string') return undefined
  return (await (await readKey())?.tag('head', content, text)) === tag ? content : undefined
}
