import { createContextAssembler } from '@lamella/assembler'
import type { BuildTracer } from '@lamella/core'
import { createSessionStore } from '@lamella/store/memory'
import { expect, it } from 'vitest'
import { scope, user } from './support.ts'

it('observe takes a tracer, which follows each build', async () => {
  const sessionStore = createSessionStore()
  await sessionStore.append(scope, 'chat', [user('Hello')])
  const seen: string[] = []
  const observe: BuildTracer = {
    begin: (part) => {
      if (part.type === 'build') seen.push(`${part.parameters.model} ${(part.request.session as { id?: string }).id}`)
      return { end: ({ error, context }) => seen.push(error ? 'failed' : `${context?.messages.length} messages`) }
    },
  }
  const assembler = createContextAssembler({ sessionStore, scope }, { model: 'gpt-4o', observe })
  await assembler.assemble('chat')
  expect(seen).toEqual(['gpt-4o chat', '1 messages'])
})

it('observe refuses anything else', () => {
  const dependencies = { sessionStore: createSessionStore(), scope }
  expect(() => createContextAssembler(dependencies, { observe: { end: () => {} } as never })).toThrow("'observe'")
})
