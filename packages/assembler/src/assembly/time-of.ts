import type { AssemblerDependencies } from '../contract/dependencies.ts'
import { type Asked, askNow, dependencyInvalid } from '../dependency-errors.ts'

const asked: Asked = { dependency: 'now', method: 'now' }

/** Returns the current time of the clock. @throws LamellaError `DEPENDENCY_FAILED`, `DEPENDENCY_INVALID` */
export function timeOf({ now }: Pick<AssemblerDependencies, 'now'>): Date {
  const time: unknown = now === undefined ? new Date() : askNow(asked, now)
  if (time instanceof Date && Number.isFinite(time.getTime())) return time
  throw dependencyInvalid(asked, 'must return a valid Date', 'Pass a clock such as () => new Date().')
}
