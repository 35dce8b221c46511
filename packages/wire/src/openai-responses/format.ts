import { defineFormat } from '../kit/define-format.ts'
import type { Format } from '../kit/format.ts'
import { fromOpenAIResponses, userParts } from './decode/decode.ts'
import { decodeOpenAIResponses } from './decode/request.ts'
import { openaiResponsesEncoder } from './encode/encode.ts'
import type { ResponsesTypes } from './encode/state.ts'
import { openaiResponsesFraming, openaiResponsesFramingFor } from './framing.ts'
import { decodeOpenAIResponsesResponse, decodeOpenAIResponsesStream } from './response/decode.ts'
import { openaiResponsesRules, validateOpenAIResponses } from './validate.ts'

/** The format as one object, for programs that support several formats. */
export const openaiResponses: Format<ResponsesTypes> = /* @__PURE__ */ defineFormat<ResponsesTypes>({
  ...openaiResponsesEncoder,
  decode: {
    messages: fromOpenAIResponses,
    request: decodeOpenAIResponses,
    response: decodeOpenAIResponsesResponse,
    stream: decodeOpenAIResponsesStream,
    userParts,
  },
  framing: openaiResponsesFraming,
  // Requests of this format are written here, and these items need no beta.
  framingFor: ({ model }) => openaiResponsesFramingFor({ model, toolChanges: true, settingChanges: true }),
  rules: openaiResponsesRules,
  validate: validateOpenAIResponses,
})
