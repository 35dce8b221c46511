import { isObject } from '@lamella/core'
import type { MemoryPermission } from '../permissions/permission.ts'
import { renderContent } from '../render/render-content.ts'
import type { BlockSchema } from '../schema/block-schema.ts'
import type { Imported } from './bytes.ts'
import { badValue } from './check-value.ts'
import type { BlockContent, DocumentNotice, PartContent } from './content.ts'
import type { ChangeTarget, DocumentListener } from './document-event.ts'
import { type OperationName, operationNames, operationsByName } from './operations.ts'
import type { OperationOptions } from './operations-contract.ts'
import { readPart } from './read-part.ts'
import type { Replica } from './replica.ts'
import type { CommitOptions, DocumentBase, StructuredDocument } from './structured-document.ts'
import { mustKnowTarget } from './target.ts'

type Method = (...args: unknown[]) => unknown

/** The document of a replica, as an agent sees it, or as the system does. */
export function makeDocument<Schema extends BlockSchema>(
  replica: Replica,
  isSystem: boolean,
): StructuredDocument<Schema> {
  return Object.freeze(new ReplicaDocument(replica, isSystem)) as unknown as StructuredDocument<Schema>
}

/** A class, since documents are loaded by the hundred, and fifty functions for each of them are slow to make. */
class ReplicaDocument implements Omit<DocumentBase, 'request'> {
  readonly schema: BlockSchema
  readonly label: string
  readonly permission: MemoryPermission
  readonly description: string | undefined
  readonly agent: string | undefined
  readonly sharedFrom: string | undefined
  readonly #replica: Replica
  readonly #isSystem: boolean

  constructor(replica: Replica, isSystem: boolean) {
    const { schema, label, permission, description, agent, sharedFrom } = replica.options
    this.schema = schema
    this.label = label
    this.permission = permission
    this.description = description
    this.agent = agent
    this.sharedFrom = sharedFrom
    this.#replica = replica
    this.#isSystem = isSystem
  }

  static call(document: ReplicaDocument, name: string, all: readonly unknown[]): unknown {
    const { operation, section, args, options } = split(name, all)
    return document.#replica.call(operation, section, args, document.#isSystem || options.system === true)
  }

  content(): BlockContent {
    return contentOf(this.#replica)
  }

  render(): string {
    return renderContent(this.schema, contentOf(this.#replica))
  }

  notices(): readonly DocumentNotice[] {
    return noticesOf(this.#replica)
  }

  asSystem(): StructuredDocument {
    return makeDocument(this.#replica, true)
  }

  async request(name: string, ...all: unknown[]): Promise<unknown> {
    const { operation, section, args, options } = split(String(name), all)
    return await this.#replica.request(operation, section, args, this.#isSystem || options.system === true)
  }

  section(section: string): Readonly<Record<string, Method>> {
    mustKnowTarget(this.#replica.parts, this.label, { section })
    return sectionMethods(section, (name, all) => ReplicaDocument.call(this, name, all))
  }

  commit(options: CommitOptions = {}): void {
    this.#replica.commit(options)
  }

  subscribe(listener: DocumentListener): () => void {
    return this.#replica.listeners.add(mustListen(listener))
  }

  subscribeTo(target: ChangeTarget, listener: DocumentListener): () => void {
    mustKnowTarget(this.#replica.parts, this.label, target)
    return this.#replica.listeners.add(mustListen(listener), target)
  }

  exportSnapshot(): Uint8Array {
    return this.#replica.exportSnapshot()
  }

  exportUpdates(since?: Uint8Array): Uint8Array | undefined {
    return this.#replica.exportUpdates(since)
  }

  version(): Uint8Array {
    return this.#replica.version()
  }

  import(bytes: Uint8Array | readonly Uint8Array[], options?: OperationOptions): Imported {
    const all = Array.isArray(bytes) ? (bytes as readonly Uint8Array[]) : [bytes]
    return this.#replica.import(all, this.#isSystem || options?.system === true)
  }

  close(): void {
    this.#replica.close()
  }
}

for (const operation of operationNames) {
  for (const name of [operation, `${operation}InSection`]) {
    Object.defineProperty(ReplicaDocument.prototype, name, {
      value(this: ReplicaDocument, ...all: unknown[]) {
        return ReplicaDocument.call(this, name, all)
      },
    })
  }
}

/** The operations of a section under their own names. */
function sectionMethods(
  section: string,
  call: (name: string, all: readonly unknown[]) => unknown,
): Readonly<Record<string, Method>> {
  return Object.fromEntries(
    operationNames.map((name): readonly [OperationName, Method] => {
      const { arity = 0 } = operationsByName.get(name) ?? {}
      return [name, (...all) => call(`${name}InSection`, [...padded(all, arity), section, ...all.slice(arity)])]
    }),
  )
}

function padded(args: readonly unknown[], arity: number): readonly unknown[] {
  return Array.from({ length: arity }, (_, index) => args[index])
}

interface Split {
  readonly operation: string
  readonly section: unknown
  readonly args: readonly unknown[]
  readonly options: OperationOptions
}

/** What an operation was called with: its arguments, then the section for one that is called in a section, then options. */
function split(name: string, all: readonly unknown[]): Split {
  const isInSection = name.endsWith('InSection')
  const operation = isInSection ? name.slice(0, -'InSection'.length) : name
  const arity = operationsByName.get(operation)?.arity ?? 0
  const [section, options] = isInSection ? [all[arity], all[arity + 1]] : [undefined, all[arity]]
  if (isInSection && typeof section !== 'string') throw badValue('section', 'is missing: it comes after the arguments')
  if (all.length > arity + (isInSection ? 2 : 1)) throw badValue(name, 'was called with too many arguments')
  return { operation, section, args: all.slice(0, arity), options: checkOperationOptions(name, options) }
}

function checkOperationOptions(name: string, options: unknown): OperationOptions {
  if (options === undefined) return {}
  const others = isObject(options) ? Object.keys(options).filter((key) => key !== 'system') : ['']
  const { system } = options as { readonly system?: unknown }
  // `true` alone, as in other languages, is nothing that says what it is.
  if (others.length > 0 || (system !== undefined && typeof system !== 'boolean')) {
    throw badValue(`the options of ${name}`, 'must be { system?: boolean }')
  }
  return options as OperationOptions
}

function contentOf(replica: Replica): BlockContent {
  return replica.read('content', () => {
    const block = replica.parts.get(undefined)
    if (block !== undefined) return readPart(block).content
    const sections: (readonly [string, PartContent])[] = []
    for (const [name, part] of replica.parts) sections.push([name ?? '', readPart(part).content])
    return { type: 'composite', sections }
  })
}

function noticesOf(replica: Replica): readonly DocumentNotice[] {
  return replica.read('notices', () => [
    ...(replica.isWaiting() ? [{ path: [], problem: 'has updates that wait for others that came before them' }] : []),
    ...replica.strangers().map((name) => ({ path: [], problem: `holds '${name}', which its schema does not have` })),
    ...[...replica.parts.values()].flatMap((part) => readPart(part, Number.POSITIVE_INFINITY).notices),
  ])
}

function mustListen<Listener>(listener: Listener): Listener {
  if (typeof listener !== 'function') throw badValue('listener', 'is not a function')
  return listener
}
