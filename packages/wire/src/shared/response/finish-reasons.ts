import type { FinishReason } from './response.ts'

const filtered = [
  'refusal',
  'content_filter',
  'content_filtered',
  'guardrail_intervened',
  'safety',
  'recitation',
  'blocklist',
  'prohibited_content',
  'spii',
  'image_safety',
  'image_prohibited_content',
  'image_recitation',
  'model_armor',
  'escalation',
  'pup_limited_disabled',
]

const failed = [
  'error',
  'failed',
  'malformed_function_call',
  'unexpected_tool_call',
  'too_many_tool_calls',
  'missing_thought_signature',
  'malformed_response',
  'malformed_model_output',
  'malformed_tool_use',
]

/**
 * The reasons of all formats, in one table: a gateway passes on the reason of the model's own provider in the format in which it
 * answers, such as Gemini's `MAX_TOKENS` in OpenAI Chat (QwenLM/qwen-code#9882) and Bedrock's `tool_use` (ferro-labs/ai-gateway#142).
 *
 * Source: openai 6.49.0, `ChatCompletion.Choice`, `ResponseStatus` and `Response.IncompleteDetails`; OpenRouter, "Errors" (error);
 * @anthropic-ai/sdk 1.12.0, `StopReason`; @google/genai 3.3.0, `FinishReason`; docs.aws.amazon.com/bedrock/latest/APIReference,
 * `MessageStopEvent`. Read on 2026-11-23.
 */
const reasons: ReadonlyMap<string, FinishReason> = new Map<string, FinishReason>([
  ['stop', 'stop'],
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['completed', 'stop'],
  ['tool_calls', 'tool-calls'],
  ['function_call', 'tool-calls'],
  ['tool_use', 'tool-calls'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['max_output_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['continuation', 'length'],
  ...filtered.map((reason) => [reason, 'content-filter'] as const),
  ...failed.map((reason) => [reason, 'error'] as const),
])

/** Returns why a response ended, from the provider's word. */
export function finishReasonOf(raw: string | undefined): FinishReason {
  return reasons.get(raw?.toLowerCase() ?? '') ?? 'other'
}
