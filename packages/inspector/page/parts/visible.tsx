import type { VNode } from 'preact'
import { visibleLine, visibleRuns } from '../../src/model/visible-text.ts'

/** Shows a text as it is: what cannot be seen as code points, and apart from the direction of what is around it. */
export function Visible({ text }: { readonly text: string }): VNode {
  return (
    <bdi>
      {visibleRuns(text).map((run, index) =>
        // Runs have no other identity than their place.
        run.hidden ? (
          <span key={index} class="unseen">
            {run.text}
          </span>
        ) : (
          run.text
        ),
      )}
    </bdi>
  )
}

/** Shows the beginning of a text in one line. */
export function Line({ text, most }: { readonly text: string; readonly most?: number }): VNode {
  return <bdi>{visibleLine(text, most)}</bdi>
}
