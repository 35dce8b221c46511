import type { Violation } from '@lamella/wire/kit'
import type { VNode } from 'preact'
import { visibleLine } from '../../src/model/visible-text.ts'
import { counted } from '../parts/format.ts'
import { Line } from '../parts/visible.tsx'

const levels = {
  error: 'is rejected',
  model: 'some models reject it',
  server: 'some servers reject it',
  ignored: 'is left out',
} as const

/** The most that are listed. */
const most = 100

/** The rules of a format that a request breaks. */
export function Violations({ violations }: { readonly violations: readonly Violation[] }): VNode {
  if (violations.length === 0) return <p class="good">✓ It breaks no rule of this format.</p>
  return (
    <details open>
      <summary>{counted(violations.length, 'broken rule')}</summary>
      <ul class="findings">
        {violations.slice(0, most).map(({ code, level, path, what }) => (
          <li key={code + path}>
            <span class={`badge ${level === 'error' ? 'bad' : ''}`}>{levels[level]}</span> <code>{code}</code>{' '}
            <code>{visibleLine(path, 80)}</code> <Line text={what} most={300} />
          </li>
        ))}
        {violations.length > most && <li>and {violations.length - most} more</li>}
      </ul>
    </details>
  )
}
