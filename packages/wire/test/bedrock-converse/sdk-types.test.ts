import { toBedrockConverse } from '@lamella/wire/bedrock-converse'
import { expect, it } from 'vitest'

/** JSON as the AWS SDK types it. Source: `DocumentType` of @smithy/types 4, read on 2026-11-29. */
type DocumentType = null | boolean | number | string | DocumentType[] | { [prop: string]: DocumentType }
type Source = { bytes: Uint8Array } | { s3Location: { uri: string | undefined } }
type Result =
  | { text: string }
  | { json: DocumentType }
  | { image: { format: string; source: Source | undefined } }
  | { document: { name: string | undefined; source: Source | undefined } }

/** The members of `ConverseCommandInput` of @aws-sdk/client-bedrock-runtime 3.1164 that an encoder writes. */
interface ConverseCommandInput {
  modelId: string | undefined
  messages?: {
    role: 'user' | 'assistant' | undefined
    content:
      | (
          | Result
          | { toolUse: { toolUseId: string | undefined; name: string | undefined; input: DocumentType | undefined } }
          | { toolResult: { toolUseId: string | undefined; content: Result[] | undefined } }
          | { reasoningContent: { reasoningText: { text: string | undefined } } | { redactedContent: Uint8Array } }
          | { cachePoint: { type: 'default' | undefined } }
        )[]
      | undefined
  }[]
  toolConfig?: {
    tools:
      | (
          | { toolSpec: { name: string | undefined; inputSchema: { json: DocumentType } | undefined } }
          | { systemTool: { name: string | undefined } }
          | { cachePoint: { type: 'default' | undefined } }
        )[]
      | undefined
  }
}

it('a request with a model is one that the AWS SDK takes, without a cast', () => {
  const image = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const content = [{ type: 'image' as const, image, mediaType: 'image/png' }]
  const request: ConverseCommandInput = toBedrockConverse(
    { messages: [{ role: 'user', content }] },
    { model: 'amazon.nova-pro-v1:0' },
  )
  expect(request.modelId).toBe('amazon.nova-pro-v1:0')
  const [block] = request.messages?.[0]?.content ?? []
  expect(block).toMatchObject({ image: { source: { bytes: expect.any(Uint8Array) } } })
})
