import type { Framing } from '@lamella/core'
import { defaultFraming } from '@lamella/core/plugin'
import { anthropicFraming, anthropicFramingFor } from '@lamella/wire/anthropic'
import { openaiChatFraming } from '@lamella/wire/openai-chat'
import { openaiResponsesFramingFor } from '@lamella/wire/openai-responses'

export type Vendor = 'other' | 'anthropic' | 'anthropic-tools' | 'openai' | 'openai-reasoning'

/** What the models of a conversation take in the middle of it. */
export interface VendorFacts {
  /** Two models, between which a conversation changes. */
  readonly models: readonly [string, string]
  readonly framing: Framing
  /** The formats in which a changed text of the owner is an instruction. */
  readonly instructed: readonly string[]
  /** Which other tools are told in messages. */
  readonly takesTools: 'all' | 'added' | 'none'
  /** Whether another effort, or another format of the answer, is announced in the middle. */
  readonly takesSettings?: true
  /** The format of the models' own API, if they bind their thinking. */
  readonly thinks?: 'anthropic' | 'openai-responses'
}

const claude = ['claude-opus-5-5', 'claude-sonnet-5-5'] as const

/** Vendors by what their models take. All count tokens alike, so that windows mean the same. */
export const vendors: Readonly<Record<Vendor, VendorFacts>> = {
  other: { models: claude, framing: defaultFraming, instructed: [], takesTools: 'none', thinks: 'anthropic' },
  anthropic: {
    models: claude,
    framing: withCapabilities(anthropicFraming),
    instructed: ['anthropic'],
    takesTools: 'none',
    thinks: 'anthropic',
  },
  'anthropic-tools': {
    models: claude,
    framing: withCapabilities(anthropicFramingFor({ model: claude[0], toolChanges: true })),
    instructed: ['anthropic'],
    takesTools: 'all',
    thinks: 'anthropic',
  },
  openai: {
    models: ['gpt-5.4', 'gpt-5.4-mini'],
    framing: withCapabilities(openaiChatFraming),
    instructed: ['openai-chat', 'openai-responses'],
    takesTools: 'none',
  },
  'openai-reasoning': {
    models: ['gpt-6.2-sol', 'gpt-6.2-astra'],
    framing: withCapabilities(
      openaiResponsesFramingFor({ model: 'gpt-6.2-sol', toolChanges: true, settingChanges: true }),
    ),
    instructed: ['openai-chat', 'openai-responses'],
    takesTools: 'added',
    takesSettings: true,
    thinks: 'openai-responses',
  },
}

function withCapabilities({ takesInstructions, takesToolChanges, settingsOf, takesSettings }: Framing): Framing {
  return {
    ...defaultFraming,
    ...(takesInstructions && { takesInstructions }),
    ...(takesToolChanges && { takesToolChanges }),
    ...(settingsOf && { settingsOf }),
    ...(takesSettings && { takesSettings }),
  }
}
