import { createContext, type Message, type SkillSource } from '@lamella/core'
import { history, message, skills } from '@lamella/layers'
import { contextTools } from '@lamella/layers/tools'
import { toolIndex } from '@lamella/ranker-bm25/tools'
import { openRun } from '@lamella/runs'
import { createSessionStore } from '@lamella/store/memory'
import { prefixServer } from '@lamella/testkit'
import { loadFormat } from '@lamella/wire/formats'
import { expect, it } from 'vitest'

const scope = { tenant: 'acme', user: 'ada', session: 's', kind: 'private' } as const
const places = Array.from({ length: 111 }, (_, at) => `ward${at}`)
const jobs = ['audit', 'budget', 'roster', 'tour', 'menu', 'archive', 'survey', 'alarm', 'glossary']
const names = ['kiln-firing', ...places.flatMap((place) => jobs.map((job) => `${place}-${job}`))]

function workspace(listed: readonly string[]): SkillSource {
  const describe = (name: string): string =>
    name === 'kiln-firing'
      ? 'Fires pottery in a kiln: ramps, cones and cooling.'
      : `Does the ${name.replace('-', ' ')}.`
  return {
    skills: () => ({ skills: listed.map((name) => ({ name, description: describe(name) })) }),
    load: (_scope, name) =>
      listed.includes(name) ? { name, description: describe(name), body: `Steps of ${name}. `.repeat(20) } : undefined,
  }
}

it('1,000 skills in a window of 4,000: one is found, loaded and followed in a run that only grows', async () => {
  expect(names).toHaveLength(1_000)
  const source = workspace(names)
  const tools = contextTools({ skills: source, skillIndex: toolIndex, scope })
  const builder = createContext()
    .use([skills({ source, loadWith: 'load_skill' }), history(), message()])
    .tools(tools.definitions)
    .budget({ window: 4_000, reserve: 500 })
  const run = await openRun(builder, { sessions: createSessionStore(), scope, id: 's' })
  const format = await loadFormat('anthropic')
  const server = prefixServer('anthropic')
  let requests = 0
  const send = async (text?: string): Promise<string> => {
    const context = await run.next(text === undefined ? {} : { message: text })
    expect(context.report.tokens.total + context.report.tokens.reserve).toBeLessThanOrEqual(4_000)
    const reply = server.send(format.encode(context, { model: 'claude-opus-5-5' }).request)
    expect(reply.status).toBe(200)
    if (requests++ > 0) expect(reply.prefix).toMatchObject({ extends: true })
    return JSON.stringify(context)
  }
  const call = async (toolCallId: string, toolName: string, input: object): Promise<string> => {
    const output = await tools.handle(toolName, input)
    const called: Message = { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input }] }
    await run.append([called, { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] }])
    return output.value
  }

  const first = await send('How fast may the kiln get hot when I fire my pottery?')
  expect(first).toContain('Search for a skill with the tool find_skill')
  expect(first).not.toContain('ward7')
  const found = JSON.parse(await call('c1', 'find_skill', { query: 'fire pottery in the kiln' }))
  expect(found.skills[0]).toMatchObject({ name: 'kiln-firing' })
  await send()
  await call('c2', 'load_skill', { name: 'kiln-firing' })
  expect(await send()).toContain('Steps of kiln-firing. Steps')
  await run.append({ role: 'assistant', content: 'Slowly, by the cones.' })
  expect(await send('And the budget of ward 7?')).toContain('Steps of kiln-firing. Steps')
})

it('a few skills are listed, though there is a search', async () => {
  const source = workspace(names.slice(0, 8))
  const tools = contextTools({ skills: source, skillIndex: toolIndex, scope })
  const builder = createContext()
    .use([skills({ source }), message()])
    .tools(tools.definitions)
    .budget({ window: 4_000, reserve: 500 })
  const { system } = await builder.build({ scope, message: 'Hello' })
  expect(JSON.stringify(system)).toContain('Fires pottery in a kiln')
})
