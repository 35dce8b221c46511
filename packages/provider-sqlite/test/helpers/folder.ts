import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder that is deleted after the test. */
export function tempFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'lamella-sqlite-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}
