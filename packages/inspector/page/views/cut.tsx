import type { CutReason, RunReport } from '@lamella/core/plugin'
import type { VNode } from 'preact'
import { count, counted } from '../parts/format.ts'
import { Line } from '../parts/visible.tsx'

const reasons: Readonly<Record<CutReason, string>> = {
  window: 'the next request would not have fit',
  limit: 'the next request would have passed a limit other than the window',
  tools: 'the tools are others',
  settings: 'a setting that its reasoning depends on is another one, which cannot be announced',
  model: 'the model is another one',
  instructions: 'a text of the owner changed, and the model takes no instructions in the middle',
  asked: 'it was asked for, or the session has a new summary',
  edited: 'messages that had been sent are not what they were',
  revoked: 'something that had been sent was erased or may no longer be seen',
}

/** How the request relates to its run, as recorded. */
export function Cut({ report }: { readonly report: RunReport }): VNode {
  const { epoch, cut, updates, tools } = report
  return (
    <div class="cut">
      <h3>Run, epoch {count(epoch)}</h3>
      {cut ? (
        <p>
          <span class="badge">cut</span> A new epoch begins: {reasons[cut.reason] ?? String(cut.reason)}. A prompt cache
          has to read {counted(cut.newTokens, 'token')} anew
          {cut.thinkingLost > 0 && `, and the thinking of ${counted(cut.thinkingLost, 'message')} is no longer valid`}.
        </p>
      ) : (
        <p>It extends the request before it.</p>
      )}
      {updates.length > 0 && (
        <ul>
          {updates.slice(0, 20).map(({ layer, by, tokens, fragments }, index) => (
            // Updates of a layer have no identity but their order.
            <li key={`${layer} ${index}`}>
              Update of <Line text={layer || 'the tools'} most={40} /> ({by === 'owner' ? 'an instruction' : 'data'}):{' '}
              {counted(fragments.length, 'fragment')}, {counted(tokens, 'token')}
            </li>
          ))}
        </ul>
      )}
      {tools && (
        <p>
          Tools added: <Line text={tools.added.join(', ') || 'none'} /> · removed:{' '}
          <Line text={tools.removed.join(', ') || 'none'} />
        </p>
      )}
    </div>
  )
}
