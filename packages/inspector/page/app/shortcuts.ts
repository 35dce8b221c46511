import type { Signal } from '@preact/signals'
import { nextTheme, type Theme } from '../views/header.tsx'
import type { App, View } from './app.ts'

/** The keys of the page, and what they do. Keys inside of lists and tabs are those of their roles. */
export const shortcuts: readonly (readonly [keys: string, does: string])[] = [
  ['?', 'show this help'],
  ['/', 'search in the fragments'],
  ['[ and ]', 'the build before, the build after'],
  ['1, 2, 3, 4', 'context, conversation, run, request'],
  ['w', 'go to the slider of the window; arrow keys move it'],
  ['r', 'go back to what was recorded'],
  ['f', 'go to the list of fragments'],
  ['o', 'open files'],
  ['i', 'show ids in lists, or hide them'],
  ['t', 'light, dark, or as the system has it'],
  ['↑ ↓ Page Home End', 'in a list: choose'],
  ['← →', 'in the row of views: choose'],
  ['Escape', 'close this help'],
]

const views: Readonly<Record<string, View>> = {
  '1': 'context',
  '2': 'conversation',
  '3': 'run',
  '4': 'request',
}

/** Does what a key stands for, unless somebody types a text. */
export function onShortcut(event: KeyboardEvent, app: App, theme: Signal<Theme>): void {
  const { key, target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (
    target instanceof HTMLElement &&
    target.matches('input:not([type=range]):not([type=checkbox]), select, textarea')
  ) {
    return
  }
  const view = views[key]
  const step = { '[': -1, ']': 1 }[key]
  if (key === '?') app.help.value = true
  else if (app.help.value) return
  else if (view) app.view.value = view
  else if (step !== undefined) {
    app.select(Math.min(app.entries.value.length - 1, Math.max(0, app.selected.value + step)))
  } else if (key === 'r') app.reset()
  else if (key === 'i') app.ids.value = !app.ids.value
  else if (key === 't') theme.value = nextTheme(theme.value)
  else if (key === 'o') document.getElementById('open')?.click()
  else if (key === '/' || key === 'w' || key === 'f') {
    app.view.value = 'context'
    const id = { '/': 'search', w: 'window', f: 'fragments' }[key]
    // At once where it is shown, so that the next key is for it; another view is drawn first.
    if (!focusOn(id)) requestAnimationFrame(() => focusOn(id))
  } else return
  event.preventDefault()
}

function focusOn(id: string): boolean {
  const element = document.getElementById(id)
  const list = element?.querySelector<HTMLElement>('[role=listbox]')
  ;(list ?? element)?.focus()
  return element !== null
}
