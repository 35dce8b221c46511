import type { JsonValue } from '@lamella/core'

/** An item as JSON, read field by field: the SDK adds kinds of items in minor versions. */
export type PlainItem = { readonly [field: string]: JsonValue | undefined }

/**
 * Returns an item as JSON. Binary data becomes a data URL, as the SDK writes it to a session (`normalizeItemsForSessionPersistence`
 * of @openai/agents-core 0.20.0, read on 2026-11-23).
 */
export function plainItem(item: object): PlainItem {
  return plain(item, undefined) as PlainItem
}

function plain(value: unknown, mediaType: string | undefined): JsonValue | undefined {
  if (value instanceof Uint8Array) return dataUrl(value, mediaType)
  if (Array.isArray(value)) return value.map((one) => plain(one, mediaType) ?? null)
  if (typeof value !== 'object' || value === null) return scalar(value)
  const fields = value as Readonly<Record<string, unknown>>
  const type = typeof fields['mediaType'] === 'string' && fields['mediaType'] !== '' ? fields['mediaType'] : mediaType
  const entries = Object.entries(fields).flatMap(([key, held]): [string, JsonValue][] => {
    const read = plain(held, type)
    return read === undefined ? [] : [[key, read]]
  })
  return Object.fromEntries(entries)
}

function scalar(value: unknown): JsonValue | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' || typeof value === 'boolean' || value === null ? value : undefined
}

function dataUrl(bytes: Uint8Array, mediaType = 'text/plain'): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return `data:${mediaType};base64,${btoa(binary)}`
}

/** Whether two values are the same JSON, whatever the order of their fields. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const fields = (value: object): [string, unknown][] => Object.entries(value).filter(([, held]) => held !== undefined)
  const [left, right] = [fields(one), new Map(fields(other))]
  return left.length === right.size && left.every(([key, held]) => right.has(key) && sameJson(held, right.get(key)))
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
