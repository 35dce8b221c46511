import { type BuildTracer, defineLayer } from '@lamella/core'
import { describe, expect, it } from 'vitest'
import { scope, start } from '../support/layers.ts'
import { recorder } from '../support/recorder.ts'
import { question } from '../support/talk.ts'

const wide = { window: 1_000, reserve: 0 }
const waits = defineLayer('waits', { order: 1, load: async () => 'Be kind.' })
const fails = defineLayer('fails', {
  order: 2,
  onError: 'omit',
  load: () => {
    throw new TypeError('broken')
  },
})

describe('a tracer of builds', () => {
  it('follows the build, each load and the planning from start to end', async () => {
    const { tracer, log } = recorder()
    await start().use([waits, fails]).budget(wide).observe(tracer).build({ scope })
    expect(log).toEqual([
      '+/build',
      '+/build/waits',
      '+/build/fails',
      '-/build/fails error',
      '-/build/waits',
      '+/build/plan',
      '-/build/plan',
      '-/build context',
    ])
  })

  it('gets the request, the parameters and the context that is returned', async () => {
    const seen: unknown[] = []
    const request = { scope, message: 'Hello' }
    const context = await start()
      .use([waits, question])
      .budget(wide)
      .parameters({ model: 'm' })
      .observe({
        begin: (part) => {
          if (part.type === 'build') seen.push(part.request, part.parameters)
          return { end: (how) => seen.push(how.context) }
        },
      })
      .build(request)
    expect(seen[0]).toBe(request)
    expect(seen[1]).toEqual({ model: 'm' })
    expect(seen[2]).toBe(context)
  })

  it('follows a build that fails, and the load that made it fail', async () => {
    const { tracer, log } = recorder()
    const strict = defineLayer('strict', { load: () => Promise.reject(new Error('no')) })
    await expect(start().use(strict).budget(wide).observe(tracer).build({ scope })).rejects.toMatchObject({
      code: 'LAYER_FAILED',
    })
    expect(log).toEqual(['+/build', '+/build/strict', '-/build/strict error', '-/build error'])
  })

  it('runs the work of each part inside it', async () => {
    const { tracer, inside } = recorder()
    const seen: string[][] = []
    const looks = defineLayer('looks', {
      load: () => {
        seen.push([...inside])
        return 'text'
      },
    })
    await start().use(looks).budget(wide).observe(tracer).build({ scope })
    expect(seen[0]?.at(-1)).toBe('/build/looks')
  })

  it('that follows nothing, or only the build, is not asked again', async () => {
    const parts: string[] = []
    const none: BuildTracer = { begin: ({ type }) => void parts.push(type) }
    const only: BuildTracer = { begin: ({ type }) => ({ end: () => void parts.push(`end ${type}`) }) }
    await start().use(waits).budget(wide).observe(none).observe(only).build({ scope })
    expect(parts).toEqual(['build', 'end build'])
  })
})

describe('a tracer that is broken', () => {
  const thrower = (): never => {
    throw new Error('broken tracer')
  }
  const broken: Readonly<Record<string, BuildTracer>> = {
    'throws at the beginning': { begin: thrower },
    'throws at the end': { begin: () => ({ end: thrower }) },
    'throws in run': { begin: () => ({ run: thrower, begin: () => ({ run: thrower, end: thrower }), end: thrower }) },
    'never calls the work': { begin: () => ({ run: () => {}, end: () => {} }) },
    'calls the work twice': {
      begin: () => ({
        run: (work) => {
          work()
          work()
        },
        end: () => {},
      }),
    },
  }
  for (const [what, tracer] of Object.entries(broken)) {
    it(`and ${what} changes nothing: each layer loads once, and other tracers receive all`, async () => {
      let loads = 0
      const counts = defineLayer('counts', { load: () => `load ${++loads}` })
      const { tracer: whole, log } = recorder()
      const context = await start().use(counts).budget(wide).observe(tracer).observe(whole).build({ scope })
      expect(context.system.map(({ content }) => content)).toEqual(['load 1'])
      expect(log).toHaveLength(6)
    })
  }

  it('does not hide the error of a build', async () => {
    const build = start()
      .use({ ...fails, onError: 'fail' })
      .budget(wide)
      .observe({ begin: () => ({ run: thrower, end: thrower }) })
      .build({ scope })
    await expect(build).rejects.toMatchObject({ code: 'LAYER_FAILED' })
  })

  it('changes no build, and ends no process, where it throws or returns a rejected promise', async () => {
    const unhandled: unknown[] = []
    const note = (error: unknown): unknown => unhandled.push(error)
    process.on('unhandledRejection', note)
    const rejects = async (): Promise<never> => {
      throw new Error('later')
    }
    const { system } = await start()
      .use(waits)
      .budget(wide)
      .observe(thrower)
      .observe(rejects)
      .observe({ begin: () => ({ run: rejects, end: rejects }) } as never)
      .build({ scope })
    await new Promise((done) => setTimeout(done, 1))
    process.off('unhandledRejection', note)
    expect(system).toHaveLength(1)
    expect(unhandled).toEqual([])
  })

  it('is refused if it is neither a function nor has begin', () => {
    expect(() => start().observe({ start: () => {} } as never)).toThrow('REQUEST_INVALID')
  })
})
