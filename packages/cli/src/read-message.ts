import type { Io } from './io.ts'

/** The new message: as it was given, or all of standard input for `-`, without the line break at its end. */
export async function readMessage(given: string | undefined, stdin: Io['stdin']): Promise<string | undefined> {
  if (given !== '-') return given
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stdin) text += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
  return (text + decoder.decode()).replace(/\r?\n$/, '')
}
