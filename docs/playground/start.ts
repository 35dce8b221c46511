import { createInspector } from '@lamella/inspector/browser'
import { recordBuild } from './record-build.ts'
import { example, fromHash, type State, toHash, tokenizerLabels } from './state.ts'

type Name = keyof State

const fields: readonly (readonly [name: Name, label: string, rows: number])[] = [
  ['instructions', 'Instructions', 3],
  ['memory', 'Memory, one fact a line', 4],
  ['tools', 'Tools, a JSON list', 3],
  ['messages', 'Messages: lines such as "user: Hello", or JSON of Lamella, OpenAI, Anthropic or Gemini', 8],
  ['message', 'New message', 2],
]

/** Draws the playground in an element, and keeps its state in the hash of the page. Returns what ends it. */
export async function startPlayground(root: HTMLElement): Promise<() => void> {
  const state: Record<Name, string> = { ...((await fromHash(location.hash.slice(1))) ?? example) }
  const problem = make('p', { role: 'alert', class: 'problem' })
  const inspector = createInspector()
  let latest = 0

  const build = async (): Promise<void> => {
    latest += 1
    const mine = latest
    let said = ''
    root.setAttribute('aria-busy', 'true')
    try {
      const lines = await recordBuild(state)
      if (mine === latest) inspector.open(lines)
    } catch (error) {
      said = error instanceof Error ? error.message.slice(0, 500) : String(error)
    }
    if (mine !== latest) return
    root.removeAttribute('aria-busy')
    // As text: it may hold what somebody else has typed.
    problem.textContent = said
    history.replaceState(history.state, '', `#${await toHash(state)}`)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const change = (name: Name, value: string): void => {
    state[name] = value
    clearTimeout(timer)
    timer = setTimeout(() => void build(), 200)
  }

  const form = make('form', { class: 'inputs', 'aria-label': 'What the request is made from' })
  form.addEventListener('submit', (event) => event.preventDefault())
  for (const [name, label, rows] of fields) {
    const input = make('textarea', { id: `playground-${name}`, rows: String(rows), spellcheck: 'false' })
    form.append(labelled(input, label, state[name], (value) => change(name, value)))
  }
  const numbers = make('div', { class: 'numbers' })
  for (const [name, label] of [
    ['window', 'Window, in tokens'],
    ['reserve', 'Reserved for the answer'],
  ] as const) {
    const input = make('input', { id: `playground-${name}`, type: 'number', min: '0' })
    numbers.append(labelled(input, label, state[name], (value) => change(name, value)))
  }
  const select = make('select', { id: 'playground-tokenizer' })
  for (const [name, label] of Object.entries(tokenizerLabels)) {
    const option = make('option', { value: name })
    option.textContent = label
    select.append(option)
  }
  numbers.append(labelled(select, 'Tokenizer', state.tokenizer, (value) => change('tokenizer', value)))
  form.append(numbers)

  const [context, request] = [make('div', {}), make('div', {})]
  root.replaceChildren(form, problem, heading('What is kept'), context, heading('The request'), request)
  const ends = [inspector.mount(context, { views: ['context'] }), inspector.mount(request, { views: ['request'] })]
  const theme = (): void => {
    const isDark = document.documentElement.classList.contains('dark')
    for (const part of [context, request]) part.dataset['theme'] = isDark ? 'dark' : 'light'
  }
  const observer = new MutationObserver(theme)
  observer.observe(document.documentElement, { attributeFilter: ['class'] })
  theme()
  await build()
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    for (const end of ends) end()
  }
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}

function heading(text: string): HTMLElement {
  const element = make('h2', {})
  element.textContent = text
  return element
}

function labelled(
  input: HTMLTextAreaElement | HTMLInputElement | HTMLSelectElement,
  text: string,
  value: string,
  onChange: (value: string) => void,
): HTMLElement {
  const label = make('label', { for: input.id })
  label.textContent = text
  input.value = value
  input.addEventListener('input', () => onChange(input.value))
  const pair = make('div', { class: 'field' })
  pair.append(label, input)
  return pair
}
