import { readBase64 } from '@lamella/wire/measure'
import { describe, expect, it } from 'vitest'

describe('readBase64', () => {
  it('returns standard base64 whatever the alphabet, the padding and the lines', () => {
    expect(readBase64('_-8')?.base64).toBe('/+8=')
    expect(readBase64('AAEC\r\nAwQ=\r\n')?.base64).toBe('AAECAwQ=')
  })

  it('finds the type of an image by its first bytes', () => {
    expect(readBase64('R0lGODdh')).toEqual({ base64: 'R0lGODdh', imageType: 'image/gif' })
    expect(readBase64('JVBERi0x')?.imageType).toBeUndefined()
  })

  it('returns nothing for text that does not decode to bytes', () => {
    for (const text of ['', 'A', 'not base64!']) expect(readBase64(text)).toBeUndefined()
  })
})
