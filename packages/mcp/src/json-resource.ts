import { isLamellaError } from '@lamella/core'
import type { ReadResourceResult } from '@modelcontextprotocol/server'
import type { Shown } from './contract.ts'

/** The most things that one list of resources names; all of them can be read. */
export const maxListed = 100

/** Describes a resource of JSON. */
export function jsonConfig(description: string): { readonly description: string; readonly mimeType: string } {
  return { description, mimeType: 'application/json' }
}

/** Makes a resource of JSON, written for readers. */
export function jsonResource(uri: URL, value: Shown): ReadResourceResult {
  return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(value, null, 1) }] }
}

/**
 * Returns the id in a URI such as `lamella://memory/<id>`; `undefined` if it has more than one segment or is not
 * percent-encoded correctly. It is decoded once, and is never a path.
 */
export function idIn(uri: URL): string | undefined {
  const [, encoded = '', ...rest] = uri.pathname.split('/')
  if (encoded === '' || rest.length > 0) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

/** Finds what has an id. Nothing has an id that no store accepts: a wrong request of a client is not an error of the server. */
export async function unlessInvalid<Found>(find: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await find()
  } catch (error) {
    if (isLamellaError(error, 'STORE_VALUE_INVALID')) return undefined
    throw error
  }
}
