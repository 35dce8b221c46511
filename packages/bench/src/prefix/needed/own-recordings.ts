import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Counter } from '@lamella/core/plugin'
import { type Recording, readOpenAIChat } from '../conversations.ts'

const ending = '.openai.jsonl'
/** The average size of a conversation, in tokens, from which on it counts as long. */
const long = 30_000
const windows = { short: [5_000, 6_000], long: [16_000, 64_000] }

/** Reads all `*.openai.jsonl` files of a folder by name, each as a recording with windows that suit its conversations. */
export function ownRecordings(folder: string, counter: Counter): readonly Recording[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => {
      const read = readOpenAIChat(join(folder, file))
      const tokens = read.conversations.flat().reduce((sum, message) => sum + counter.message(message), 0)
      const isLong = tokens / read.conversations.length > long
      return { name: basename(file, ending), ...read, windows: isLong ? windows.long : windows.short }
    })
}
