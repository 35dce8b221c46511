import type { AssistantPart, Message, ToolOutput, ToolOutputContent, ToolPart, ToolResultPart } from '@lamella/core'
import { cutText } from '@lamella/core/plugin'
import { cutMarker, type PartCall, readablePart, withDataMarked } from '../../shared/reader.ts'
import { pieceInfo } from '../media/describe-media.ts'
import { mediaText } from '../media/media-text.ts'
import { mediaOf, nameOutput, outputText } from './name-output.ts'
import type { ResultRules } from './result-rules.ts'

/** The characters of an old result that stay when it is shortened. */
const shortResult = 400

/** The share of a shortened result taken from its beginning: the last output of a command matters too. */
const head = 0.7

/**
 * Returns the shorter forms of a message with old results: with each result cut to 400 characters, then with only its size
 * named. The first form names at once what goes first. It is the message itself if everything is too small to be cut, so that
 * the second form of all messages that give way together is the one with names. Without anything to save there are no forms.
 *
 * @param callOf If the model can read the results: each form says how.
 */
export function shorterResults(message: Message, rules: ResultRules, callOf?: PartCall): readonly Message[] {
  const short = new Map<unknown, ToolOutput>()
  const named = new Map<unknown, ToolOutput>()
  let isOne = true
  for (const part of oldResults(message, rules)) {
    const call = callOf?.(readablePart(message, part))
    const [cut, name] = [shortenOutput(part.output, call), nameOutput(part.output, call)]
    const last = name ?? cut
    if (last === undefined) continue
    const first = rules.get(part.toolName) === 'first' ? last : cut
    if (first !== undefined) short.set(part, first)
    named.set(part, last)
    if (first !== last) isOne = false
  }
  if (named.size === 0) return []
  return isOne ? [withOutputs(message, named)] : [withOutputs(message, short), withOutputs(message, named)]
}

function withOutputs(message: Message, outputs: ReadonlyMap<unknown, ToolOutput>): Message {
  if (outputs.size === 0) return message
  const parts = message.content as readonly (AssistantPart | ToolPart)[]
  const content = parts.map((part) => {
    const output = outputs.get(part)
    return output === undefined ? part : { ...part, output }
  })
  return { ...message, content } as Message
}

/** Whether a message has a result of a tool that goes first, and something to save by naming it. */
export function hasFirst(message: Message, rules: ResultRules): boolean {
  return oldResults(message, rules).some(({ toolName, output }) => {
    return rules.get(toolName) === 'first' && nameOutput(output) !== undefined
  })
}

export function hasResults({ content }: Message): boolean {
  return typeof content !== 'string' && content.some(({ type }) => type === 'tool-result')
}

export function hasCalls({ content }: Message): boolean {
  return typeof content !== 'string' && content.some(({ type }) => type === 'tool-call')
}

/**
 * Returns the results of a message that may give way: those of tools that the application ran, and without the rule `keep`.
 * What a provider's own tool returned stays: providers check it.
 */
function oldResults({ role, content }: Message, rules: ResultRules): readonly ToolResultPart[] {
  if (typeof content === 'string') return []
  const ownCalls = new Set<string>()
  const results: ToolResultPart[] = []
  for (const part of content) {
    if (part.type === 'tool-call' && part.providerExecuted !== true) ownCalls.add(part.toolCallId)
    if (part.type !== 'tool-result' || rules.get(part.toolName) === 'keep') continue
    if (role === 'tool' || ownCalls.has(part.toolCallId)) results.push(part)
  }
  return results
}

/**
 * Returns an output with its text, of whose binary data only the size stays, cut to 400 characters and its images named;
 * `undefined` if there is nothing to save.
 */
function shortenOutput(output: ToolOutput, call: string | undefined): ToolOutput | undefined {
  const given = outputText(output)
  const whole = withDataMarked(given, call)
  const media = mediaOf(output)
  if (whole === given && whole.length <= shortResult && media.length === 0) return undefined
  const text = cutText(whole, shortResult, { head, ...cutMarker(call) })
  switch (output.type) {
    case 'text':
    case 'error-text':
      return { ...output, value: text }
    case 'json':
    case 'error-json':
      // A JSON text that was cut is no JSON.
      return { ...output, type: output.type === 'json' ? 'text' : 'error-text', value: text }
    case 'execution-denied':
      return { ...output, reason: text }
    case 'content': {
      const pieces: ToolOutputContent[] = text === '' ? [] : [{ type: 'text', text }]
      for (const piece of media) {
        const info = pieceInfo(piece)
        if (info) pieces.push({ type: 'text', text: mediaText(info) })
      }
      return { ...output, value: [...pieces, ...output.value.filter(({ type }) => type === 'custom')] }
    }
    default:
      output satisfies never
      return undefined
  }
}
