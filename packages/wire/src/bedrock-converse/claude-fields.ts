import { beginsWithThinking } from '../anthropic/conversation.ts'
import { fittingSampling } from '../anthropic/encode/parameters.ts'
import { checkBudget, fitBudget, fittingThinking, thinkingOfModel } from '../anthropic/encode/thinking.ts'
import type { AnthropicThinking } from '../anthropic/types.ts'
import { defined } from '../shared/defined.ts'
import { isRecord, type UnknownRecord } from '../shared/guards.ts'
import { type BedrockState, isOfAnotherVendor } from './fields.ts'
import type { BedrockConverseRequest, BedrockInference, BedrockMessage } from './types.ts'

const own = 'additionalModelRequestFields'

/** The parts of a request for which Claude has rules that Bedrock does not know: it passes them on. */
interface ClaudeFacts extends Pick<BedrockConverseRequest, 'messages'> {
  readonly inference: BedrockInference
  /** Whether the request forces a call. */
  readonly isForced: boolean
  /** Fields of the caller. */
  readonly extra: unknown
}

/**
 * Returns the sampling parameters and the caller's fields that Claude accepts, as its own API does: "temperature may only be set
 * to 1 when thinking is enabled" (400, BerriAI/litellm#9524), and the budget is below the longest answer.
 *
 * @throws LamellaError `WIRE_PARAMETER` for a thinking budget that is not below `maxOutputTokens`
 */
export function fitClaudeFields(
  state: BedrockState,
  { messages, inference, isForced, extra }: ClaudeFacts,
): { readonly inference: BedrockInference; readonly extra: unknown } {
  const { model, parameters } = state.base
  const fields = isRecord(extra) && isRecord(extra[own]) ? extra[own] : {}
  const given = isRecord(fields['thinking']) ? (fields['thinking'] as unknown as AnthropicThinking) : undefined
  if (isOfAnotherVendor(model)) return { inference, extra }
  const { maxTokens, temperature, topP, ...others } = inference
  const asked = thinkingOfModel(state, given, model, effortOf(fields))
  if (parameters.maxOutputTokens !== undefined) checkBudget(asked, parameters.maxOutputTokens)
  const canThink = (): boolean => beginsWithThinking(messages.map(asAnthropic))
  const fitting = fittingThinking(state, asked, isForced, canThink)
  const thinking = maxTokens === undefined ? fitting : fitBudget(state, fitting, maxTokens)
  return {
    inference: defined({ maxTokens, ...fittingSampling(state, { temperature, topP }, model, thinking), ...others }),
    extra: thinking === given ? extra : withThinking(extra as UnknownRecord, fields, thinking),
  }
}

function withThinking(
  extra: UnknownRecord,
  { thinking: _, ...fields }: UnknownRecord,
  thinking: unknown,
): UnknownRecord {
  const left = defined({ thinking, ...fields })
  const { [own]: __, ...others } = extra
  return Object.keys(left).length === 0 ? others : { ...others, [own]: left }
}

function effortOf({ output_config: config }: UnknownRecord): unknown {
  return isRecord(config) ? config['effort'] : undefined
}

/** A message with the types of blocks that Claude's own API has: its turns follow from them. */
function asAnthropic({ role, content }: BedrockMessage): { role: string; content: { type: string }[] } {
  return {
    role,
    content: content.flatMap((block) => {
      if ('cachePoint' in block) return []
      return [{ type: 'reasoningContent' in block ? 'thinking' : 'toolResult' in block ? 'tool_result' : 'text' }]
    }),
  }
}
