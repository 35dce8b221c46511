import type { BarPart } from '@lamella/inspector'
import { expect, it } from 'vitest'
import { paletteFor } from '../../src/palette.ts'
import { windowBarText } from '../../src/text/window-bar-text.ts'

const names = ['tools', 'framing', 'system', 'bootstrap', 'memory', 'skills', 'history', 'activity', 'message']

it('gives each layer of a window a colour and a letter of its own', () => {
  const parts: readonly BarPart[] = names.map((name) => ({ kind: 'layer', name, tokens: 10, share: 1 / names.length }))
  const palette = paletteFor({ isTTY: true, write: () => true }, {})
  const [bar = ''] = windowBarText(parts, palette, 80)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one.
  const painted = [...bar.matchAll(/\u001b\[(\d+)m(?=([A-Z]))/g)]
  expect(new Set(painted.map(([, colour]) => colour)).size).toBe(names.length)
  expect(new Set(painted.map(([, , letter]) => letter)).size).toBe(names.length)
})
