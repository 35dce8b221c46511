import type { Framing } from '@lamella/core'
import { measureHiddenThinking } from '../anthropic/framing.ts'
import { measureAnthropicFile } from '../anthropic/media-tokens.ts'
import { defineFormat } from '../kit/define-format.ts'
import type { Format } from '../kit/format.ts'
import { lengthNotices } from '../shared/unknown-length.ts'
import { decodeBedrockConverse, fromBedrockConverse, userParts } from './decode.ts'
import { bedrockConverseEncoder } from './encode.ts'
import type { BedrockTypes } from './fields.ts'
import { decodeBedrockConverseResponse, decodeBedrockConverseStream } from './response.ts'
import { bedrockConverseRules, validateBedrockConverse } from './rules.ts'

/**
 * The tokens that Bedrock Converse adds around texts. AWS publishes none, and each model has its own template: these
 * are the upper bounds of Claude, the most expensive one, as explained at `anthropicFraming`.
 */
export const bedrockConverseFraming: Framing = {
  name: 'bedrock-converse',
  request: 4,
  message: 4,
  toolCall: 20,
  toolResult: 12,
  tool: 12,
  tools: 804,
  image: 4_784,
  measureFile: measureAnthropicFile,
  notices: lengthNotices,
  measureHidden: (part) => measureHiddenThinking(part, 'bedrock'),
  systemSeparator: '\n\n',
}

/** Amazon Bedrock Converse as one object, for programs that handle several formats. */
export const bedrockConverse: Format<BedrockTypes> = /* @__PURE__ */ defineFormat<BedrockTypes>({
  ...bedrockConverseEncoder,
  decode: {
    messages: fromBedrockConverse,
    request: decodeBedrockConverse,
    response: decodeBedrockConverseResponse,
    stream: decodeBedrockConverseStream,
    userParts,
  },
  framing: bedrockConverseFraming,
  rules: bedrockConverseRules,
  validate: validateBedrockConverse,
})
