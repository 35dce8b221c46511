import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import * as ai from 'ai'
import * as oldest from 'ai-oldest'
import * as v7 from 'ai-v7'
import { createAnthropic as createAnthropic7 } from 'anthropic-v7'
import { createOpenAICompatible as createOpenAICompatible7 } from 'openai-compatible-v7'

/** A version of the SDK and its providers. The types are those of the newest 6: what differs is tested in types.test.ts. */
export interface Version {
  readonly name: string
  readonly sdk: typeof ai
  readonly createAnthropic: typeof createAnthropic
  readonly createOpenAICompatible: typeof createOpenAICompatible
}

/** The newest 6. */
export const current: Version = { name: 'AI SDK 6, newest', sdk: ai, createAnthropic, createOpenAICompatible }

export const first: Version = { ...current, name: 'AI SDK 6, oldest', sdk: oldest as never }

export const next: Version = {
  name: 'AI SDK 7',
  sdk: v7 as never,
  createAnthropic: createAnthropic7 as never,
  createOpenAICompatible: createOpenAICompatible7 as never,
}
