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
  let echoing: ReadonlySet<string> = new Set()
  let before: ReadonlySet<string> = echoing

  const add = (voice: string | undefined, { heard, repeated }: Heard, sign: 1 | -1): void => {
    if (voice === undefined || heard === 0) return
    const sum = sums.get(voice) ?? silence
    sums.set(voice, { heard: sum.heard + sign * heard, repeated: sum.repeated + sign * repeated })
  }
  const isOf = (number: number, echoes: ReadonlySet<string>): boolean => {
    const voice = voices[number]
    return voice !== undefined && echoes.has(voice)
  }
  return {
    set: (number, turn, voice) => {
      add(voices[number], heard[number] ?? silence, -1)
      turns[number] = turn
      voices[number] = voice
      heard[number] = silence
    },
    hear: (number, previous) => {
      const [voice, turn, heardTurn] = [voices[number], turns[number], turns[previous]]
      add(voice, heard[number] ?? silence, -1)
      const answers = voice !== undefined && turn && heardTurn && voices[previous] !== voice
      const own = answers ? new Set(turn.text.terms) : undefined
      const now = own && heardTurn ? heardFrom(heardTurn.text.terms, (term) => own.has(term)) : silence
      heard[number] = now
      add(voice, now, 1)
    },
    decide: () => {
      before = echoing
      const now = new Set([...sums].flatMap(([voice, sum]) => (isEcho(sum) ? [voice] : [])))
      if (now.size === before.size && [...now].every((voice) => before.has(voice))) return false
      echoing = now
      return true
    },
    echoes: (number) => isOf(number, echoing),
    turned: () => [...turns.keys()].filter((number) => isOf(number, before) !== isOf(number, echoing)),
  }
}
