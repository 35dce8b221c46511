import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../app/app-context.ts'
import { shortcuts } from '../app/shortcuts.ts'

/** The keys and the symbols of the page. */
export function Help(): VNode {
  const app = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="help-title"
      onClose={() => {
        app.help.value = false
      }}
    >
      <h2 id="help-title">Keys and symbols</h2>
      <table>
        <tbody>
          {shortcuts.map(([keys, does]) => (
            <tr key={keys}>
              <th scope="row">
                <kbd>{keys}</kbd>
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul class="symbols">
        <li>● kept in full</li>
        <li>◐ shortened</li>
        <li>○ dropped</li>
        <li>
          <span class="unseen">[U+202E]</span> a character that cannot be seen, or that turns the direction of the text
        </li>
      </ul>
      <p>Nothing leaves this machine: the page asks no server but the one that it came from.</p>
      <button type="button" onClick={() => dialog.current?.close()}>
        Close
      </button>
    </dialog>
  )
}
