import { isObject } from '@lamella/core/plugin'
import { show } from '../kit/show.ts'

/** Describes the problem with text fields: those of `needed` are required, those of `optional` are not. */
export function textsProblem(
  value: unknown,
  needed: readonly string[],
  optional: readonly string[] = [],
): string | undefined {
  if (!isObject(value)) return show(value)
  const wrong =
    needed.find((key) => typeof value[key] !== 'string') ??
    optional.find((key) => value[key] !== undefined && typeof value[key] !== 'string')
  return wrong && `${wrong}: ${show(value[wrong])}`
}

/** Describes the problem with a field that must be a list or may be missing. */
export function listProblem(value: unknown, key: string, isNeeded: boolean): string | undefined {
  if (!isObject(value)) return show(value)
  const list = value[key]
  return Array.isArray(list) || (list === undefined && !isNeeded) ? undefined : `${key}: ${show(list)}`
}
