/**
 * Whether a model wants the reasoning of each answer back, and its field or block where an answer has none, such as one of another
 * model or a summary: "The reasoning_content in the thinking mode must be passed back to the API" (400), in Anthropic's format "The
 * `content[].thinking`". Nobody checks a signature.
 *
 * Source: DeepSeek, "Thinking mode"; earendil-works/pi#3636, NousResearch/hermes-agent#15325 and #15353,
 * esengine/DeepSeek-Reasonix#8927 and #10084 (an empty text is taken), getkimchi/kimchi#1209 and OnesoftQwQ/opencode-go-copilot#1
 * (Kimi); in Anthropic's format NousResearch/hermes-agent#17510 and #67391, QwenLM/qwen-code#3788, musistudio/claude-code-router#1639,
 * esengine/DeepSeek-Reasonix#8902. Read on 30 November 2026.
 */
export const wantsReasoning = (model: unknown): boolean =>
  /deepseek-(?:reasoner|v3\.2|v[4-9])|kimi-k(?:2-thinking|2\.[5-9]|[3-9])/i.test(String(model))
