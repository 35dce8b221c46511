import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { datetimeText, formatDatetime } from '../../src/prompt/format-datetime.ts'

const full = 'YYYY-MM-DD HH:mm:ss'
const noon = new Date('2024-01-01T12:00:00Z')

describe('formatDatetime', () => {
  it.each([
    ['2024-01-01T12:00:00Z', 'UTC', '2024-01-01 12:00:00'],
    ['2024-01-01T12:00:00Z', 'Asia/Tokyo', '2024-01-01 21:00:00'],
    ['2024-01-01T12:00:00Z', 'Asia/Kathmandu', '2024-01-01 17:45:00'],
    // Midnight is 00, not 24.
    ['2024-01-01T00:00:00Z', 'UTC', '2024-01-01 00:00:00'],
    ['2023-12-31T23:30:00Z', 'Europe/Berlin', '2024-01-01 00:30:00'],
    ['2024-01-01T00:30:00Z', 'America/New_York', '2023-12-31 19:30:00'],
    // The clock skips from 02:00 to 03:00 in spring, and in autumn 02:30 occurs twice.
    ['2024-03-31T00:59:59Z', 'Europe/Berlin', '2024-03-31 01:59:59'],
    ['2024-03-31T01:00:00Z', 'Europe/Berlin', '2024-03-31 03:00:00'],
    ['2024-10-27T00:30:00Z', 'Europe/Berlin', '2024-10-27 02:30:00'],
    ['2024-10-27T01:30:00Z', 'Europe/Berlin', '2024-10-27 02:30:00'],
    ['2024-02-29T12:00:00Z', 'utc', '2024-02-29 12:00:00'],
    ['0001-01-01T00:00:00Z', 'UTC', '0001-01-01 00:00:00'],
    ['0000-01-01T00:00:00Z', 'UTC', '0000-01-01 00:00:00'],
    ['-000004-03-15T00:00:00Z', 'UTC', '-0004-03-15 00:00:00'],
    ['+012345-06-07T08:09:10Z', 'UTC', '12345-06-07 08:09:10'],
  ])('writes %s in %s as %s', (instant, timezone, expected) => {
    expect(formatDatetime(new Date(instant), full, timezone)).toBe(expected)
  })

  it('agrees with ISO texts in UTC, at any time', () => {
    const times = fc.date({
      min: new Date('0001-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(times, (date) => {
        expect(formatDatetime(date, 'YYYY-MM-DDTHH:mm:ss', 'UTC')).toBe(date.toISOString().slice(0, 19))
      }),
    )
  })

  it('agrees with Intl for a UTC-equivalent zone, at any time', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        expect(formatDatetime(date, full, 'UTC')).toBe(formatDatetime(date, full, 'Etc/UTC'))
      }),
    )
  })

  it('replaces only the tokens, wherever they are', () => {
    expect(formatDatetime(noon, 'DD.MM.YYYY at HH o’clock, YYYY again', 'UTC')).toBe(
      '01.01.2024 at 12 o’clock, 2024 again',
    )
    expect(formatDatetime(noon, 'YYYYMMDDHHmmss', 'UTC')).toBe('20240101120000')
    expect(formatDatetime(noon, '$& YY D hh M', 'UTC')).toBe('$& YY D hh M')
    expect(formatDatetime(noon, '', 'UTC')).toBe('')
    expect(formatDatetime(noon, 'MM'.repeat(100_000), 'UTC')).toBe('01'.repeat(100_000))
  })

  it.each([
    ['Europe/Berln', "Did you mean 'Europe/Berlin'?"],
    ['berlin', "Did you mean 'Europe/Berlin'?"],
    ['new york', "Did you mean 'America/New_York'?"],
    ['UCT1', 'IANA name'],
    ['', 'IANA name'],
    ['x'.repeat(1_000_000), 'IANA name'],
    ['\ud800', 'IANA name'],
    [undefined, 'IANA name'],
  ])('rejects an unknown zone: %j', (timezone, fix) => {
    const format = (): string => formatDatetime(noon, full, timezone as never)
    expect(format).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }))
    expect(format).toThrow(fix)
  })

  it('rejects invalid dates and formats that are not strings', () => {
    for (const date of [new Date(Number.NaN), 0, '2024-01-01', undefined]) {
      expect(() => formatDatetime(date as never, full, 'UTC')).toThrow(
        expect.objectContaining({ code: 'OPTION_INVALID' }),
      )
    }
    expect(() => formatDatetime(noon, undefined as never, 'UTC')).toThrow(/OPTION_INVALID/)
  })

  it('handles more zones than it remembers', () => {
    const zones = Intl.supportedValuesOf('timeZone').slice(0, 80)
    const once = zones.map((zone) => formatDatetime(noon, full, zone))
    expect(zones.map((zone) => formatDatetime(noon, full, zone))).toEqual(once)
  })
})

describe('datetimeText', () => {
  it('shows the time with its zone', () => {
    const text = 'Current datetime: 2024-01-01 12:00:00 UTC'
    expect(datetimeText(noon, { format: full, timezone: 'UTC' })).toBe(text)
    expect(datetimeText(noon)).toBe('Current datetime: 2024-01-01 12:00 UTC')
    expect(datetimeText(noon, { timezone: 'Asia/Tokyo' })).toBe('Current datetime: 2024-01-01 21:00 Asia/Tokyo')
    expect(() => datetimeText(noon, { zone: 'UTC' } as never)).toThrow(/OPTION_INVALID/)
  })
})
