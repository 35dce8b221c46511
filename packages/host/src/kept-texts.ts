import type { JsonValue } from '@lamella/core'
import { isObject } from '@lamella/core/plugin'

/** A host's own form of a message, as plain JSON. */
export type HostForm = { readonly [field: string]: JsonValue | undefined }

/** The field of a reference to a text of a message. */
const reference = 'lamella:text'

/** Shorter texts are kept as they are: a reference has about this length. */
const shortest = 32

/**
 * Returns a host's form of a message to be kept in its provider options: long texts that the content of the message has are
 * references to them.
 *
 * @param own The key of `providerOptions` under which the form is kept; nothing below it is content.
 */
export function foldTexts(form: HostForm, content: unknown, own: string): HostForm {
  const places = new Map(textsOf(content, own).map((text, index) => [text, index]))
  return mapped(form, (value) => {
    const place = typeof value === 'string' && value.length > shortest ? places.get(value) : undefined
    return place === undefined ? undefined : { [reference]: place }
  })
}

/** Returns the form with the texts that the content has now. */
export function unfoldTexts(kept: HostForm, content: unknown, own: string): HostForm {
  const texts = textsOf(content, own)
  return mapped(kept, (value) => {
    const place = isObject(value) && Object.keys(value).length === 1 ? value[reference] : undefined
    return typeof place === 'number' ? texts[place] : undefined
  })
}

/** Whether two contents say the same, whatever is kept with them or marked by this library. */
export function isSameContent(one: unknown, other: unknown, own: string): boolean {
  return (
    canonical(JSON.parse(JSON.stringify(one, without(own)))) ===
    canonical(JSON.parse(JSON.stringify(other, without(own))))
  )
}

/**
 * Whether a value says anywhere that it is an instruction: a host may send parts of its own form as they are, and a form that
 * came as JSON may hold anything.
 */
export function namesSystemRole(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(namesSystemRole)
  if (!isObject(value)) return false
  return Object.entries(value).some(([key, held]) =>
    key === 'role' && typeof held === 'string' ? isSystemRole(held) : namesSystemRole(held),
  )
}

/** Whether hosts and providers take a role for that of an instruction. */
function isSystemRole(role: string): boolean {
  return /^\s*(system|developer)\s*$/i.test(role)
}

/** JSON with the keys of objects in order: two values that JSON cannot tell apart are equal. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, held: unknown) => {
    if (!isObject(held)) return held
    return Object.fromEntries(Object.entries(held).sort(([one], [other]) => (one < other ? -1 : 1)))
  })
}

function without(own: string): (key: string, value: unknown) => unknown {
  return (key, value) => {
    if (key !== 'providerOptions' || !isObject(value)) return value
    const { [own]: _, lamella: __, ...others } = value
    return Object.keys(others).length > 0 ? others : undefined
  }
}

/** Lists the texts of content in the order in which they stand, with the texts that hosts make of inputs and media. */
function textsOf(content: unknown, own: string): readonly string[] {
  const texts: string[] = []
  const visible = without(own)
  JSON.stringify(content, (key, value: unknown) => {
    if (typeof value === 'string') texts.push(value)
    if (key === 'input' && value !== undefined) texts.push(JSON.stringify(value))
    if (isObject(value) && typeof value['data'] === 'string') {
      texts.push(`data:${String(value['mediaType'])};base64,${value['data']}`)
    }
    return visible(key, value)
  })
  return texts
}

/** Returns a copy of a form in which a function replaces values. */
function mapped(form: HostForm, replace: (value: unknown) => JsonValue | undefined): HostForm {
  const visit = (value: unknown): unknown => {
    const other = replace(value)
    if (other !== undefined) return other
    if (Array.isArray(value)) return value.map(visit)
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, held]) => [key, visit(held)])) : value
  }
  return visit(form) as HostForm
}
