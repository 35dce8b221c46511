import type { IdRule } from '../shared/call-ids.ts'
import { listOf } from '../shared/guards.ts'
import type { OpenAIChatAssistantMessage } from './types.ts'

/** Returns a test of a model's name, which may have the prefix of a router or a host, or the suffix of a version. */
function named(pattern: RegExp): (model: unknown) => boolean {
  return (model) => pattern.test(String(model))
}

/**
 * Whether a model is one of Mistral's, whose API and templates take less than other servers with this format: ids of nine
 * letters and digits (error 3280), only some orders of roles (3230), and no fields of others (`extra_forbidden`).
 *
 * Source: nearai/ironclaw#1241, anomalyco/opencode#1680, jundot/omlx#1997 (ids); mistral-common, `_validate_message_order` and
 * `_validate_last_message`, NousResearch/hermes-agent#20154, zed-industries/zed#37021, BerriAI/litellm#17761 (order);
 * editor-code-assistant/eca#315, charmbracelet/crush#1590, BerriAI/litellm#30882 (fields). Read on 30 November 2026.
 */
export const isMistral: (model: unknown) => boolean = named(/(?:mis|mix|minis|magis|devs|codes|pix|vox)tral/i)

/**
 * Whether the templates of a model, with which servers such as vLLM and llama.cpp write its prompt, take only conversations in
 * which the user speaks first and roles alternate: "conversation roles must alternate" (400, 500).
 *
 * Source: ggml-org/llama.cpp#19851, vllm-project/vllm#6862, SWE-agent/mini-swe-agent#759 (Mistral); suitenumerique/conversations#197
 * (Gemma). Read on 30 November 2026.
 */
export const wantsTurns: (model: unknown) => boolean = (model) => isMistral(model) || isGemma(model)

const isGemma = named(/gemma/i)
const isQwen = named(/qwen-?(?:3\.[5-9]|[4-9])/i)

/**
 * Whether a model's templates take a system message only at the start: "System message must be at the beginning" (400, 500).
 *
 * Source: QwenLM/Qwen3.8#244 and #164, vllm-project/vllm#41114, ggml-org/llama.cpp#27367, ollama/ollama#17774. Read on
 * 30 November 2026.
 */
export const refusesLateSystem: (model: unknown) => boolean = (model) => wantsTurns(model) || isQwen(model)

/** The ids that Mistral's models take. */
export const mistralCallId: IdRule = {
  maxLength: 9,
  isExact: true,
  invalidCharacter: /[^a-zA-Z0-9]/g,
  unique: 'message',
}

/** Google's text for a call without a signature, which another model has made: it skips the validation. */
const unsigned = 'skip_thought_signature_validator'

/**
 * Whether a model wants a signature with the first call of each answer: "Function call is missing a thought_signature" (400).
 *
 * Source: Google, "Thought signatures" (OpenAI compatibility, FAQ); securo-finance/securo#884. Read on
 * 30 November 2026.
 */
export const wantsSignatures: (model: unknown) => boolean = named(/gemini-(?:[3-9]|\d\d)/i)

/**
 * Returns an answer with a signature for its first call; the same answer if it has one, or no calls.
 *
 * Source: as above; for routers, OpenRouter, "Preserving reasoning blocks", and RooCodeInc/Roo-Code#10640 (one detail, with the id
 * of the first call). Read on 30 November 2026.
 *
 * @param isRouted Whether the server has signatures among the reasoning details of the message, as OpenRouter does.
 */
export function signed(answer: OpenAIChatAssistantMessage, isRouted: boolean): OpenAIChatAssistantMessage {
  const [first, ...others] = answer.tool_calls ?? []
  if (!first) return answer
  if (!isRouted) {
    const call = { extra_content: { google: { thought_signature: unsigned } }, ...first }
    return 'extra_content' in first ? answer : { ...answer, tool_calls: [call, ...others] }
  }
  const details = listOf(Object(answer)['reasoning_details'])
  const format = 'google-gemini-v1'
  if (details.some((detail) => Object(detail)['format'] === format)) return answer
  const own = { type: 'reasoning.encrypted', data: unsigned, id: first.id, format, index: 0 }
  const message = { ...answer, reasoning_details: [...details, own] }
  return message
}
