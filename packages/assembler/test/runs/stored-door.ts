import { isLamellaError, type Scope } from '@lamella/core'
import { openRun, type Run, type RunBuilder } from '@lamella/runs'
import { createSessionStore } from '@lamella/store/memory'
import { expect } from 'vitest'
import type { Before, Door, Request } from './door.ts'

/**
 * A conversation in a store: `openRun` makes its requests, in processes that end and others that continue. Nobody edits
 * its past.
 *
 * @param next Returns a new number each time: by it processes end or not, and requests have a name or not.
 */
export function storedDoor(next: () => number): Door {
  const sessions = createSessionStore()
  let id = 's'
  let before: Before | undefined
  let pending: Before | undefined
  let run: Run | undefined
  let operation: string | undefined
  let wants: Request | undefined
  /** The builder of now: it has the layers, which change. */
  const builder: RunBuilder = { stages: (request, program) => (wants as Request).builder.stages(request, program) }
  let scope: Scope = { tenant: 'acme' }
  const open = async (): Promise<Run> => (await openRun(builder, { sessions, scope, id })) as Run
  const ends = (): boolean => next() % 2 === 0
  const ask = async (process: Run, { message, fields }: Request) => {
    const request = { ...fields(), ...(message && { message }), ...(operation !== undefined && { operation }) }
    try {
      return await process.next(request)
    } catch (error) {
      if (!isLamellaError(error, 'RUN_CALLS_OPEN')) throw error
      return await process.next({ ...request, interrupt: true })
    }
  }
  return {
    get before() {
      return before
    },
    ask: async (request) => {
      wants = request
      if (run === undefined || ends() || request.scope.kind !== scope.kind) {
        scope = request.scope
        run = await open()
      }
      if (request.cut) await run.cut()
      operation = ends() ? `request-${next()}` : undefined
      return await ask(run, request)
    },
    askAgain: async (request) => {
      wants = request
      const other = await open()
      const { message } = request
      expect(other.pending).toEqual({ ...(operation !== undefined && { operation }), ...(message && { message }) })
      return await ask(other, request)
    },
    judged: (one) => {
      pending = one
    },
    add: async (_, ...messages) => {
      let process = run as Run
      let rest = messages
      // Another process knows the request by its name.
      if (operation !== undefined && ends()) {
        process = await open()
        await process.append(rest.slice(0, 1), { operation })
        const { length } = (await sessions.info(scope, id)) ?? {}
        await (await open()).append(rest.slice(0, 1), { operation })
        expect(await sessions.info(scope, id)).toMatchObject({ length })
        rest = rest.slice(1)
        run = undefined
        process = await open()
      }
      if (ends()) for (const one of rest) await process.append(one)
      else if (rest.length > 0 || messages.length === 0) await process.append(rest)
      // What has no answer was never sent, as far as the next request is concerned.
      if (messages[0]?.role === 'assistant' && pending) before = pending
      pending = undefined
      operation = undefined
    },
    edit: () => undefined,
    summarize: async (share, text) => {
      const { length = 0 } = (await sessions.info(scope, id)) ?? {}
      const end = Math.floor(share * length)
      const covered = (await sessions.compactions?.list(scope, id))?.at(-1)?.end ?? 0
      const [first] = await sessions.read(scope, id, end, end + 1)
      if (end < 2 || end <= covered || first?.message.role !== 'user') return
      await sessions.compactions?.add(scope, id, { start: 0, end, text })
      run = undefined
    },
    save: () => {
      const saved = { id, before }
      const length = sessions.info(scope, id).then((info) => info?.length)
      return async () => {
        const at = await length
        if (at === undefined) return
        id = `fork-${next()}`
        await sessions.transfer?.fork(scope, saved.id, id, at)
        before = saved.before
        pending = undefined
        run = undefined
      }
    },
  }
}
