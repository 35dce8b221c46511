import { createInspector } from '@lamella/inspector/browser'
import { recordBuild } from './record-build.ts'
import { example, fromHash, type State, toHash, tokenizerLabels } from './state.ts'

type Name = keyof State
type Input = HTMLTextAreaElement | HTMLInputElement | HTMLSelectElement

const texts: readonly (readonly [name: Name, label: string, rows: number])[] = [
  ['message', 'New message', 2],
  ['instructions', 'Instructions', 3],
  ['memory', 'Memory, one fact a line', 4],
  ['tools', 'Tools, a JSON list', 3],
  ['messages', 'Messages: lines such as "user: Hello", or JSON of Lamella, OpenAI, Anthropic or Gemini', 10],
]

/** The smallest and the largest window of the slider, in tokens; the field beside it takes any. */
const [leastWindow, mostWindow] = ['50', '2000']

/** Draws the playground in an element, and keeps its state in the hash of the page. Returns what ends it. */
export async function startPlayground(root: HTMLElement): Promise<() => void> {
  const state: Record<Name, string> = { ...((await fromHash(location.hash.slice(1))) ?? example) }
  const problems = new Map<Name, HTMLElement>()
  const inspector = createInspector()
  let latest = 0

  const build = async (): Promise<void> => {
    latest += 1
    const mine = latest
    root.setAttribute('aria-busy', 'true')
    const { lines, problem } = await recordBuild(state)
    if (mine !== latest) return
    if (lines.length > 0) inspector.open(lines)
    root.removeAttribute('aria-busy')
    // As text: it may hold what somebody else has typed.
    for (const [name, element] of problems) element.textContent = problem?.field === name ? problem.text : ''
    history.replaceState(history.state, '', `#${await toHash(state)}`)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const change = (name: Name, value: string): void => {
    state[name] = value
    clearTimeout(timer)
    timer = setTimeout(() => void build(), 200)
  }
  /** Returns an input below its label, with the problems of its field below it. */
  const field = <Kind extends Input>(
    name: Name,
    input: Kind,
    text: string,
    inputs: readonly Node[] = [],
  ): HTMLElement => {
    const id = `playground-${name}`
    const label = make('label', { for: id })
    label.textContent = text
    const problem = make('p', { id: `${id}-problem`, role: 'alert', class: 'problem' })
    problems.set(name, problem)
    input.id = id
    input.value = state[name]
    input.setAttribute('aria-describedby', problem.id)
    input.addEventListener('input', () => change(name, input.value))
    const whole = make('div', { class: 'field' })
    whole.append(label, ...inputs, input, problem)
    return whole
  }

  const sizes = make('form', { class: 'sizes', 'aria-label': 'The size of the request' })
  const number = make('input', { type: 'number', min: '0' })
  const slider = make('input', {
    type: 'range',
    min: leastWindow,
    max: mostWindow,
    step: '10',
    'aria-label': 'Drag the window',
  })
  slider.value = state.window
  slider.addEventListener('input', () => {
    number.value = slider.value
    change('window', slider.value)
  })
  number.addEventListener('input', () => {
    slider.value = number.value
  })
  const select = make('select', {})
  for (const [name, label] of Object.entries(tokenizerLabels)) {
    const option = make('option', { value: name })
    option.textContent = label
    select.append(option)
  }
  sizes.append(
    field('window', number, 'Window, in tokens', [slider]),
    field('reserve', make('input', { type: 'number', min: '0' }), 'Reserved for the answer'),
    field('tokenizer', select, 'Tokenizer'),
  )
  const inputs = make('form', { class: 'inputs', 'aria-label': 'What the request is made from' })
  for (const [name, label, rows] of texts) {
    inputs.append(field(name, make('textarea', { rows: String(rows), spellcheck: 'false' }), label))
  }
  for (const form of [sizes, inputs]) form.addEventListener('submit', (event) => event.preventDefault())

  const [context, request, results] = [make('div', {}), make('div', {}), make('div', { class: 'results' })]
  results.append(heading('What is kept'), context, heading('The request'), request)
  root.replaceChildren(sizes, inputs, results)
  const ends = [
    inspector.mount(context, { views: ['context'], whatIf: false }),
    inspector.mount(request, { views: ['request'] }),
  ]
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
