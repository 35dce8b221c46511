import type { JsonValue } from '@lamella/core'
import type { SettingChanges } from '@lamella/core/plugin'
import { updateMark } from '@lamella/core/plugin'
import type { RunInsert, RunState } from '../contract/run.ts'
import type { RunStages } from './run-stages.ts'
import { ofNoLayer } from './tool-changes.ts'
import { updateMessage, updateText } from './update-text.ts'

/** Returns the settings that the reasoning of a request depends on, as the state of a run has them. */
export function settingsOf({ counter, parameters }: RunStages): JsonValue | undefined {
  return counter.framing.settingsOf?.(parameters)
}

/**
 * Returns how the settings of a request differ from those that the model has; `undefined` if they do not, or if its reasoning
 * depends on none.
 */
export function settingChangesOf(stages: RunStages, { head, inserts }: RunState): SettingChanges | undefined {
  const now = settingsOf(stages)
  const { settings: first } = head
  if (now === undefined || first === undefined) return undefined
  const present = inserts.map(({ message }) => updateMark(message)?.settings?.now).findLast((one) => one !== undefined)
  return JSON.stringify(now) === JSON.stringify(present ?? first) ? undefined : { first, now }
}

/** Writes the update that announces other settings. Its text is for formats that take none in the middle. */
export function settingsInsert(settings: SettingChanges, at: number): RunInsert {
  const text = updateText('request-settings', [{ text: JSON.stringify(settings.now) }])
  return { at, layer: ofNoLayer, message: updateMessage(text, { by: 'data', settings }), told: {} }
}
