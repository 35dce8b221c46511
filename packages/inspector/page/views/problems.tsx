import type { VNode } from 'preact'
import { useApp } from '../app/app-context.ts'

/** What could not be read. */
export function Problems(): VNode | null {
  const app = useApp()
  const problems = app.problems.value
  if (problems.length === 0) return null
  return (
    <div class="problems" role="alert">
      <ul>
        {problems.slice(-5).map((problem) => (
          <li key={problem}>
            <bdi>{problem}</bdi>
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => {
          app.problems.value = []
        }}
      >
        Close
      </button>
    </div>
  )
}
