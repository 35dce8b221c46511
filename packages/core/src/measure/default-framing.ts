import type { Framing } from '../contract/tokenizer.ts'

/**
 * The overhead of an OpenAI-like chat format, used unless a wire format's own framing is set. Message and reply priming
 * follow the OpenAI cookbook, "How to count tokens with tiktoken". The other values are published nowhere and are
 * guesses on the high side, since a request counted too low is rejected and one counted too high is not.
 */
export const defaultFraming: Framing = {
  spec: 1,
  name: 'chat',
  request: 3,
  message: 4,
  toolCall: 8,
  toolResult: 4,
  tool: 12,
  image: 1_600,
  systemSeparator: '\n\n',
}
