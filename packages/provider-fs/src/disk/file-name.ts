import { createHash } from 'node:crypto'
import { type Check, checkOptions, mustBeText } from '@lamella/core/plugin'

/** Longest name that contains its full id. Some encrypted file systems allow 143 bytes; extensions need a few. */
const longest = 120
const shortenedTo = 60

/**
 * All bytes but letters, digits, and, except at the start, `-` and `_`: a leading `-` looks like a command option, a leading
 * `_` means no id.
 */
const unsafe = /[^a-z0-9_-]|^[_-]/g

/** Names that Windows reserves for devices, with any extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/**
 * Returns a file or folder name for an id, or for no id (''), that is safe on every file system: lowercase ASCII
 * letters, digits, `-`, `_` and `=`. No two ids share a name, even on file systems that ignore case or normalize
 * Unicode. All other characters are written as their UTF-8 bytes, such as `=20` for a space; a long id is shortened to
 * its beginning plus a hash of the whole id.
 */
export function nameOf(id: string): string {
  if (id === '') return '_'
  let name = Buffer.from(id, 'utf8').toString('latin1').replace(unsafe, escaped)
  if (device.test(name)) name = escaped(name.charAt(0)) + name.slice(1)
  if (name.length <= longest) return name
  const hash = createHash('sha256').update(id, 'utf8').digest('hex').slice(0, 32)
  return `${name.slice(0, shortenedTo)}==${hash}`
}

/** Checks whether a name contains only the beginning of its id. */
export function isShortened(name: string): boolean {
  return name.includes('==')
}

/** Returns the id for a name; `undefined` if the name is shortened or was not created by `nameOf`. */
export function idOf(name: string): string | undefined {
  if (name === '_') return ''
  const bytes = name.replace(/=([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  const id = Buffer.from(bytes, 'latin1').toString('utf8')
  return nameOf(id) === name ? id : undefined
}

function escaped(byte: string): string {
  return `=${byte.charCodeAt(0).toString(16).padStart(2, '0')}`
}

/**
 * Checks the path that a function of this package got.
 *
 * @param what The function, as its caller writes it.
 * @param name The parameter.
 * @throws LamellaError `OPTION_INVALID`
 */
export function checkPath(what: string, path: string, name = 'folder'): string {
  checkOptions<Record<string, string>>(what, { [name]: path }, { [name]: mustBePath }, [name])
  return path
}

const mustBePath: Check = (value) =>
  mustBeText(value) ?? (String(value).includes('\0') ? 'must not have a character NUL' : undefined)
