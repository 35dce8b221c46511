import type { BuildTracer } from '@lamella/core'
import type { BuildPart, PartTracer } from '@lamella/core/plugin'

/** A tracer that records each part of a build beneath the part that contains it. */
export function recorder(): { readonly tracer: BuildTracer; readonly log: string[]; readonly inside: string[] } {
  const log: string[] = []
  const inside: string[] = []
  const follow = (path: string): ((part: BuildPart) => PartTracer) => {
    return (part) => {
      const own = `${path}/${part.type === 'load' ? part.layer : part.type}`
      log.push(`+${own}`)
      return {
        run: (work) => {
          inside.push(own)
          work()
          inside.pop()
        },
        begin: follow(own),
        end: ({ error, context }) => log.push(`-${own}${error ? ' error' : ''}${context ? ' context' : ''}`),
      }
    }
  }
  return { tracer: { begin: follow('') }, log, inside }
}
