import { isLamellaError, type Message } from '@lamella/core'
import { checkMessages } from '@lamella/core/plugin'
import { fromAnthropic } from '@lamella/wire/anthropic'
import { fromGemini } from '@lamella/wire/gemini'
import { fromOpenAIChat } from '@lamella/wire/openai-chat'
import { fromOpenAIResponses } from '@lamella/wire/openai-responses'

/** Reads a conversation: JSON in Lamella's format or that of a provider, or lines such as `user: Hello`. */
export function readMessages(text: string): readonly Message[] {
  if (!text.trimStart().startsWith('[')) return readLines(text)
  const list = JSON.parse(text) as never[]
  try {
    checkMessages(list, 'messages')
    return list
  } catch (error) {
    if (!isLamellaError(error, 'MESSAGE_INVALID')) throw error
    for (const decode of decoders) {
      const read = readWith(decode, list)
      if (read) return read
    }
    throw error
  }
}

type Decode = (list: never[]) => readonly Message[]

/** Each refuses what is not of its format. */
const decoders: readonly Decode[] = [fromOpenAIChat, fromAnthropic, fromGemini, fromOpenAIResponses]

function readWith(decode: Decode, list: never[]): readonly Message[] | undefined {
  try {
    return decode(list)
  } catch (error) {
    if (isLamellaError(error)) return undefined
    throw error
  }
}

function readLines(text: string): readonly Message[] {
  const messages: { role: 'user' | 'assistant'; content: string }[] = []
  for (const line of text.split('\n')) {
    const [, role, content = ''] = /^\s*(user|assistant):\s?(.*)$/i.exec(line) ?? []
    const last = messages.at(-1)
    if (role !== undefined) messages.push({ role: role.toLowerCase() as 'user' | 'assistant', content })
    else if (last) last.content += `\n${line}`
    else if (line.trim() !== '') messages.push({ role: 'user', content: line })
  }
  return messages
}
