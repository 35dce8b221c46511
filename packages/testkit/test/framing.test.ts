import type { Framing } from '@lamella/core'
import { defaultFraming } from '@lamella/core/plugin'
import { framingSuite } from '@lamella/testkit'
import { describe } from 'vitest'
import { mutants } from './mutants/index.ts'
import { prove } from './prove.ts'

const free: Framing = {
  name: 'free',
  request: 0,
  message: 0,
  toolCall: 0,
  toolResult: 0,
  namesResults: true,
  tool: 0,
  tools: 0,
  image: 0,
  measureImage: () => 0,
  measureThinking: () => 0,
  measureHidden: () => 0,
  systemSeparator: '',
}

describe('framingSuite', () => {
  prove(framingSuite, { defaultFraming: () => defaultFraming, free: () => free }, mutants.framings)
})
