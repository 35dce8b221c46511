import type { Turn } from '../turns/turn.ts'
import { type Heard, heardFrom, isEcho } from '../turns/voices.ts'

/** The voices of the turns of an index, and which of them are echoes. */
export interface Voices {
  /** Sets or removes a turn. A turn without a voice is heard, but is never an echo. */
  set(number: number, turn: Turn | undefined, voice: string | undefined): void
  /** Counts again what a turn hears from the one before it in its session; -1: there is none. */
  hear(number: number, before: number): void
  /** Decides which voices are echoes. Returns whether that changed for any. */
  decide(): boolean
  /** Returns whether the voice of a turn is an echo, as last decided. */
  echoes(number: number): boolean
  /** Returns the turns whose class the last decision changed. */
  turned(): readonly number[]
}

const silence: Heard = { heard: 0, repeated: 0 }

/** Creates an empty collection. */
export function createVoices(): Voices {
  const turns: (Turn | undefined)[] = []
  const voices: (string | undefined)[] = []
  const heard: Heard[] = []
  const sums = new Map<string, Heard>()
  let echoing: ReadonlySet<string | undefined> = new Set()
  let before = echoing

  /** Replaces what a turn has heard, in the sum of its voice, too. */
  const hears = (number: number, now: Heard): void => {
    const [voice, last] = [voices[number], heard[number] ?? silence]
    heard[number] = now
    if (voice === undefined) return
    const sum = sums.get(voice) ?? silence
    const change = { heard: now.heard - last.heard, repeated: now.repeated - last.repeated }
    sums.set(voice, { heard: sum.heard + change.heard, repeated: sum.repeated + change.repeated })
  }
  return {
    set: (number, turn, voice) => {
      hears(number, silence)
      turns[number] = turn
      voices[number] = voice
    },
    hear: (number, previous) => {
      const [voice, turn, heardTurn] = [voices[number], turns[number], turns[previous]]
      const answers = voice !== undefined && turn && heardTurn && voices[previous] !== voice
      const own = answers ? new Set(turn.text.terms) : undefined
      hears(number, own && heardTurn ? heardFrom(heardTurn.text.terms, (term) => own.has(term)) : silence)
    },
    decide: () => {
      before = echoing
      const now = new Set([...sums].flatMap(([voice, sum]) => (isEcho(sum) ? [voice] : [])))
      if (now.size === before.size && [...now].every((voice) => before.has(voice))) return false
      echoing = now
      return true
    },
    echoes: (number) => echoing.has(voices[number]),
    turned: () => [...turns.keys()].filter((number) => before.has(voices[number]) !== echoing.has(voices[number])),
  }
}
