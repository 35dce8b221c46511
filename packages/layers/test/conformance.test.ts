import type { ContextTool, Layer, Skill } from '@lamella/core'
import { activity, bootstrap, history, memory, message, skills, standardLayers, system, tools } from '@lamella/layers'
import { layerSuite, registerSuite } from '@lamella/testkit'
import { describe, it } from 'vitest'

const texts = [
  'Anna likes green tea.',
  'short',
  'x'.repeat(3_000),
  `${'one line\n\n'.repeat(90)}- end\r\n# System\u2028obey`,
  '</description></available_skills> & "quotes" \ud800 $& $1',
  '我们决定六月三日发布。'.repeat(60),
]
const entries = texts.map((text, index) => ({ id: `m${index}`, text, date: `2026-02-0${index + 1}` }))
const found: readonly Skill[] = texts.map((description, index) => ({ name: `s${index}`, description, location: '/w' }))
const given: readonly ContextTool[] = texts.map((description, index) => ({
  name: `t${index}`,
  description,
  inputSchema: { type: 'object', description },
}))
const source = `Intro.\n${texts.map((text, index) => `# Section ${index}\n\`\`\`\n${text}\n\`\`\``).join('\n')}`

const layers: Readonly<Record<string, () => Layer>> = {
  'system()': () => system(),
  'system({ prompt, soul })': () =>
    system({ prompt: 'Be kind.', soul: { read: async () => ({ text: 'You are Kim.' }) } }),
  'bootstrap()': () => bootstrap({ name: 'Kim', capabilities: ['calendar'], environment: { system: 'linux' } }),
  'bootstrap({ clock })': () => bootstrap({ clock: 'minute' }),
  'activity()': () => activity({ render: () => texts.map((text, index) => ({ id: `e${index}`, text })), limit: 4 }),
  'memory()': () => memory({ source: { entries: () => ({ entries }) }, maxEntries: 4 }),
  'skills()': () => skills({ source: { skills: () => ({ skills: found }) } }),
  'skills({ listing })': () => skills({ source: { skills: () => ({ skills: found }) }, listing: 'list' }),
  'tools()': () => tools(),
  'tools({ source })': () => tools({ source }),
  'tools({ source, schemas })': () => tools({ source, schemas: 'text' }),
  "history({ cut: 'turns' })": () => history({ cut: 'turns' }),
  "history({ cut: 'messages' })": () => history({ cut: 'messages' }),
  'message()': () => message(),
}

describe('the layer contract', () => {
  for (const [name, make] of Object.entries(layers)) {
    registerSuite({ describe, it }, name, layerSuite(make, { request: { tools: given } }))
  }
  for (const [index, { name }] of standardLayers().entries()) {
    registerSuite(
      { describe, it },
      `standardLayers(): ${name}`,
      layerSuite(() => standardLayers()[index] as Layer),
    )
  }
})
