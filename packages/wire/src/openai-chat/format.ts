import { defineFormat } from '../kit/define-format.ts'
import type { Format } from '../kit/format.ts'
import { fromOpenAIChat, userParts } from './decode/decode.ts'
import { decodeOpenAIChat } from './decode/request.ts'
import { openaiChatEncoder } from './encode/encode.ts'
import type { ChatTypes } from './encode/state.ts'
import { openaiChatFraming, openaiChatFramingFor } from './framing.ts'
import { decodeOpenAIChatResponse, decodeOpenAIChatStream } from './response/decode.ts'
import { openaiChatRules, validateOpenAIChat } from './validate.ts'

/** The format as one object, for programs that support several formats. */
export const openaiChat: Format<ChatTypes> = /* @__PURE__ */ defineFormat<ChatTypes>({
  ...openaiChatEncoder,
  decode: {
    messages: fromOpenAIChat,
    request: decodeOpenAIChat,
    response: decodeOpenAIChatResponse,
    stream: decodeOpenAIChatStream,
    userParts,
  },
  framing: openaiChatFraming,
  framingFor: openaiChatFramingFor,
  rules: openaiChatRules,
  validate: validateOpenAIChat,
})
