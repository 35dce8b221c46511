import type { StoredText } from './store-terms.ts'

/** Returns the text of a memory with its metadata, as stores index it. */
export function memoryText({
  text,
  speaker,
  date,
  tags,
}: {
  readonly text: string
  readonly speaker?: string
  readonly date?: string
  readonly tags?: readonly string[]
}): StoredText {
  // Entries change and go one by one, so what one repeats of another is not kept: they have no voice.
  return { text, speaker, voice: '', date, label: tags?.join(' ') }
}
