import { createHash } from 'node:crypto'

/** Longest name that says its whole id. Some encrypted file systems allow 143 bytes; endings need a few. */
const longest = 120
const shortenedTo = 60

/** Names that Windows keeps for devices, whatever ending they have. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/**
 * A name for a file or folder that says an id, or no id (''), and is safe on every file system: lower-case ASCII letters,
 * digits, `-`, `_` and `=`. Two ids never share a name, not even where upper and lower case or two forms of an umlaut are
 * one. All other characters are written as their UTF-8 bytes, such as `=20` for a space; of a long id only the beginning is
 * shown, with a hash of all of it.
 */
export function nameOf(id: string): string {
  if (id === '') return '_'
  let name = ''
  for (const byte of Buffer.from(id, 'utf8'))
    name += isPlain(byte, name === '') ? String.fromCharCode(byte) : escaped(byte)
  if (device.test(name)) name = escaped(name.charCodeAt(0)) + name.slice(1)
  if (name.length <= longest) return name
  const hash = createHash('sha256').update(id, 'utf8').digest('hex').slice(0, 32)
  return `${name.slice(0, shortenedTo)}==${hash}`
}

/** Whether a name says only the beginning of its id. */
export function isShortened(name: string): boolean {
  return name.includes('==')
}

/** The id that a name says; `undefined` for a shortened one, and for one that `nameOf` does not give. */
export function idOf(name: string): string | undefined {
  if (name === '_') return ''
  const bytes: number[] = []
  for (let i = 0; i < name.length; i++) {
    if (name[i] !== '=') bytes.push(name.charCodeAt(i))
    else {
      const pair = name.slice(i + 1, i + 3)
      if (!/^[0-9a-f]{2}$/.test(pair)) return undefined
      bytes.push(Number.parseInt(pair, 16))
      i += 2
    }
  }
  const id = Buffer.from(bytes).toString('utf8')
  return nameOf(id) === name ? id : undefined
}

/** Letters, digits, and inside a name `-` and `_`: in front, one would be an option of a command, the other is for no id. */
function isPlain(byte: number, isFirst: boolean): boolean {
  if ((byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39)) return true
  return !isFirst && (byte === 0x2d || byte === 0x5f)
}

function escaped(byte: number): string {
  return `=${byte.toString(16).padStart(2, '0')}`
}
