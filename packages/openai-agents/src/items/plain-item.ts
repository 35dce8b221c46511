import type { HostForm } from '@lamella/host'

/** An item as JSON, read field by field: the SDK adds kinds of items in minor versions. */
export type PlainItem = HostForm

/** Returns an item as JSON. Binary data becomes a data URL, as the SDK writes it to sessions (0.20.0, 2026-11-23). */
export function plainItem(item: object): PlainItem {
  const text = JSON.stringify(item, function (this: { readonly mediaType?: unknown }, _, value: unknown) {
    if (!(value instanceof Uint8Array)) return value
    const bytes = Array.from(value, (byte) => String.fromCharCode(byte)).join('')
    return `data:${this.mediaType ?? 'text/plain'};base64,${btoa(bytes)}`
  })
  return JSON.parse(text) as PlainItem
}
