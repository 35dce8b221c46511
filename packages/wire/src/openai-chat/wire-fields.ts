/**
 * Message fields that OpenAI or a compatible server accepts, in addition to those that the encoder writes. Everything
 * else in a recorded message belongs to a program: strict servers answer it with 400 or 422
 * (NousResearch/hermes-agent#47868 and #49840, `timestamp` at Fireworks and Mistral).
 *
 * Source: schema `ChatCompletionRequestMessage` (name, audio); DeepSeek, "Thinking mode" and "Chat prefix completion"
 * (reasoning_content, prefix); OpenRouter, "Reasoning tokens" and "Prompt caching" (reasoning, reasoning_details,
 * cache_control); Moonshot, "Partial mode" (partial); LiteLLM, "Reasoning content" (thinking_blocks).
 */
export const messageFields: readonly string[] = [
  'name',
  'audio',
  'reasoning_content',
  'reasoning',
  'reasoning_details',
  'thinking_blocks',
  'cache_control',
  'prefix',
  'partial',
]

/**
 * Part fields that a server accepts in the same way. Source: OpenRouter, "Prompt caching"; DashScope, "Qwen-VL" (limits
 * of pixels and frames).
 */
export const partFields: readonly string[] = [
  'cache_control',
  'prompt_cache_breakpoint',
  'min_pixels',
  'max_pixels',
  'fps',
]

/**
 * Call fields that a server accepts in the same way. Source: Google, "OpenAI compatibility", "Thought signatures"
 * (extra_content).
 */
export const callFields: readonly string[] = ['extra_content', 'cache_control']
