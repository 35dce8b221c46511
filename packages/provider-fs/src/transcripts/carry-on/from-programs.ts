import { checkOptions, mustBeText } from '@lamella/core/plugin'
import type { ReadTranscriptOptions, TranscriptInput } from '../contract/input.ts'
import { type ReadFormat, readTranscripts } from '../read-transcripts.ts'
import { type CarriedOver, carryOver } from './carry-over.ts'

/** How to read the session of a program, to go on with it. */
export interface CarryOnOptions extends Pick<ReadTranscriptOptions, 'beside'> {
  /** The id of the session, for a file with several, such as an export of ChatGPT. Default: the first. */
  readonly session?: string
}

/** `readTranscripts` checks it. */
const passedOn = () => undefined

type CarryOn = (input: TranscriptInput, options?: CarryOnOptions) => Promise<CarriedOver>

function from(what: string, format: ReadFormat): CarryOn {
  return async (input, options = {}) => {
    const { beside, session } = checkOptions(what, options, { beside: passedOn, session: mustBeText })
    const found = await readTranscripts(input, { format, beside })
    const chosen = session === undefined ? found[0] : found.find(({ id }) => id === session)
    return chosen ? carryOver(chosen) : { messages: [], left: [] }
  }
}

/**
 * Returns the canonical messages of a session of Claude Code, to go on with in a program of your own, with any provider: what
 * its next request would hold, and a list of what was left out.
 *
 * @param input the text, the lines or the bytes of `~/.claude/projects/<folder>/<session>.jsonl`
 * @example
 * const { messages, left } = await fromClaudeCode(createReadStream('session.jsonl'))
 */
export const fromClaudeCode: CarryOn = from('fromClaudeCode', 'claude-code')

/** The same for a rollout of Codex, `~/.codex/sessions/…/rollout-….jsonl`. */
export const fromCodex: CarryOn = from('fromCodex', 'codex')

/** The same for a session of pi, `~/.pi/agent/sessions/…/….jsonl`. */
export const fromPi: CarryOn = from('fromPi', 'pi')

/** The same for a task of Cline: `api_conversation_history.json`, or the newer `<id>.messages.json`. */
export const fromCline: CarryOn = from('fromCline', 'cline')

/** The same for a session of Gemini CLI, `~/.gemini/tmp/…/chats/session-….jsonl`. */
export const fromGeminiCli: CarryOn = from('fromGeminiCli', 'gemini-cli')

/** The same for a conversation of an export of ChatGPT, `conversations.json`: its visible text. */
export const fromChatGPT: CarryOn = from('fromChatGPT', 'chatgpt')

/** The same for a list of UI messages of the AI SDK. */
export const fromAiSdkUi: CarryOn = from('fromAiSdkUi', 'ai-sdk-ui')
