import { createContext } from '@lamella/core'
import { history, message } from '@lamella/layers'
import { extend } from '@lamella/runs'
import { toAnthropic } from '@lamella/wire/anthropic'
import { toBedrockConverse } from '@lamella/wire/bedrock-converse'
import { expect, it } from 'vitest'
import { assistant, user } from '../assembler/support.ts'

it('what encoders add after an answer is what a run keeps in its place', async () => {
  const builder = createContext().use([history(), message()]).budget({ window: 8_000, reserve: 1_000 })
  const context = await extend(builder, { scope: { tenant: 'acme' }, session: [user('Hello'), assistant('Hi.')] })
  const kept = context.run.inserts.map(({ message: { content } }) => content)
  expect(kept).toHaveLength(1)
  const [anthropic] = toAnthropic(context, { model: 'claude-opus-5-5' }).messages.slice(-1)
  const [bedrock] = toBedrockConverse(context, { model: 'anthropic.claude-opus-5-5' }).messages?.slice(-1) ?? []
  expect(anthropic).toMatchObject({ role: 'user', content: kept[0] })
  expect(bedrock).toMatchObject({ role: 'user', content: [{ text: kept[0] }] })
})
