import { isObject } from '@lamella/core/plugin'
import { same } from '../kit/same.ts'
import { show } from '../kit/show.ts'

/** Describes the problem with a notice; `undefined` if it is valid. */
export function noticeProblem(notice: unknown): string | undefined {
  if (!isObject(notice)) return show(notice)
  const { code, what, fix, from, details } = notice
  if (typeof code !== 'string' || !/^[A-Z][A-Z0-9_]*$/.test(code)) return `the code ${show(code)}`
  if (!isSentence(what)) return `what ${show(what)}`
  if (fix !== undefined && !isSentence(fix)) return `the fix ${show(fix)}`
  if (from !== undefined && typeof from !== 'string') return `from ${show(from)}`
  return details === undefined || isJson(details) ? undefined : `details that are not plain JSON: ${show(details)}`
}

function isSentence(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

function isJson(value: unknown): boolean {
  try {
    return isObject(value) && same(JSON.parse(JSON.stringify(value)), value)
  } catch {
    return false
  }
}
