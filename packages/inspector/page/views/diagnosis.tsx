import type { VNode } from 'preact'
import type { RecordedBuild } from '../../src/contract/recording.ts'
import { Line } from '../parts/visible.tsx'

/** What the provider said of the request in its response, with the part of the context that caused it. */
export function Diagnosis({ found = [] }: { readonly found: RecordedBuild['diagnosis'] }): VNode | null {
  if (found.length === 0) return null
  return (
    <div class="cut">
      <h3>What the provider found</h3>
      <ul class="findings">
        {found.map(({ code, what }, index) => (
          // Findings have no identity but their order.
          <li key={index}>{what === undefined ? <code>{code}</code> : <Line text={what} most={600} />}</li>
        ))}
      </ul>
    </div>
  )
}
