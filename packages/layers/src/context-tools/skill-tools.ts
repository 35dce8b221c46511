import type { SkillSource } from '@lamella/core'
import type { SkillFile } from '@lamella/core/plugin'
import { answer, type ReadyTool, refusal, type ToolAnswer, unknownName } from '@lamella/store'
import { oneLine } from '../shared/plain-text.ts'
import type { ToolCall, ToolSettings } from './contract.ts'
import { makeTool } from './make-tool.ts'
import { pageNote, textPage } from './text-page.ts'

/** The most bytes of a file that can be read. */
const maxFileBytes = 4_194_304

const skillName = { type: 'string', maxLength: 200, description: 'Name of the skill, as listed.' }
const offset = { type: 'integer', minimum: 0, description: 'The first character to show, to read on. Default 0.' }

/** Makes the tools with which a model reads skills: what the source can do. */
export function skillTools(source: SkillSource, settings: ToolSettings): readonly ReadyTool[] {
  const { load, readFile } = source
  if (load === undefined) return []
  const hasFiles = readFile !== undefined
  const loadSkill = makeTool(
    {
      name: 'load_skill',
      description: 'Reads the instructions of a skill that is listed as available.',
      properties: { name: skillName, offset },
      required: ['name'],
      isPersonal: false,
      run: (call) => showSkill(source, call, settings.maxCharacters, hasFiles),
    },
    settings,
  )
  if (!hasFiles) return [loadSkill]
  const readSkillFile = makeTool(
    {
      name: 'read_skill_file',
      description: "Reads a text file of a skill, by its path in the skill's folder.",
      properties: {
        skill: skillName,
        path: {
          type: 'string',
          maxLength: 1_000,
          description: "Path in the skill's folder, such as references/rates.md.",
        },
        offset,
      },
      required: ['skill', 'path'],
      isPersonal: false,
      run: (call) => showFile(source, call, settings.maxCharacters),
    },
    settings,
  )
  return [loadSkill, readSkillFile]
}

async function showSkill(source: SkillSource, call: ToolCall, max: number, hasFiles: boolean): Promise<ToolAnswer> {
  const { input, scope, signal } = call
  const name = String(input.get('name'))
  const skill = await source.load?.(scope, name, { signal })
  if (skill === undefined) return unknownSkill(source, call, name)
  const page = textPage(skill.body, offsetOf(call), max)
  const title = `Skill ${oneLine(skill.name)}${pageNote(page, 'call load_skill again')}`
  const files = page.to < page.total ? '' : fileList(skill.resources ?? [], Math.floor(max / 4))
  const place = skill.location === undefined ? 'the instructions' : oneLine(skill.location)
  const heading = hasFiles ? 'Files of this skill, by their paths:' : `Files next to ${place}:`
  return answer(`${title}\n\n${page.text}${files === '' ? '' : `\n\n${heading}${files}`}`)
}

async function showFile(source: SkillSource, call: ToolCall, max: number): Promise<ToolAnswer> {
  const { input, scope, signal } = call
  const name = String(input.get('skill'))
  // Instructions often write their paths so.
  const path = String(input.get('path')).replace(/^(?:\.\/)+/, '')
  const read = async (one: string): Promise<SkillFile | undefined> =>
    source.readFile?.(scope, name, one, { signal, maxBytes: maxFileBytes })
  let file = await read(path)
  if (file === undefined) {
    const skill = await source.load?.(scope, name, { signal })
    if (skill === undefined) return unknownSkill(source, call, name)
    // File systems may keep an accent apart from its letter; models write both as one.
    const same = skill.resources?.find((one) => one !== path && one.normalize() === path.normalize())
    file = same === undefined ? undefined : await read(same)
    if (file === undefined)
      return refusal(unknownName(`Skill ${oneLine(skill.name)} has no file`, path, skill.resources ?? []))
  }
  const { bytes, size } = file
  const text = decode(bytes, bytes.length < size)
  if (text === undefined) return refusal(`This file is not text (${size} bytes), so it cannot be shown.`)
  const page = textPage(text, offsetOf(call), max)
  const rest = bytes.length < size ? ` Only the first ${bytes.length} of its ${size} bytes can be read.` : ''
  const title = `File ${oneLine(path)} of skill ${oneLine(name)}${pageNote(page, 'call read_skill_file again')}`
  return answer(`${title}${rest}\n\n${page.text}`)
}

async function unknownSkill(source: SkillSource, { scope, signal }: ToolCall, name: string): Promise<ToolAnswer> {
  const { skills } = await source.skills(scope, { signal })
  if (skills.some((skill) => skill.name === name))
    return refusal(`Skill ${oneLine(name)} is listed, but its instructions cannot be read now. Continue without it.`)
  const known = skills.map((skill) => oneLine(skill.name))
  return refusal(unknownName('There is no skill', name, known))
}

function offsetOf({ input }: ToolCall): number {
  return (input.get('offset') as number | undefined) ?? 0
}

/** Lists paths, as many as have room, and counts the others. */
function fileList(paths: readonly string[], max: number): string {
  let list = ''
  let shown = 0
  for (const path of paths) {
    const line = `\n- ${oneLine(path)}`
    if (list.length + line.length > max) break
    list += line
    shown++
  }
  return shown === paths.length ? list : `${list}\n[${paths.length - shown} more files]`
}

/** Returns text in UTF-8, or in UTF-16 with its mark; `undefined` for anything else. A part of a file may end inside a character. */
function decode(bytes: Uint8Array, isPart: boolean): string | undefined {
  const [first, second] = bytes
  const [isLittle, isBig] = [first === 0xff && second === 0xfe, first === 0xfe && second === 0xff]
  try {
    const text = new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8', { fatal: true }).decode(bytes, {
      stream: isPart,
    })
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
