import ts from 'typescript'
import { type Package, published, shown, sourcesOf } from './repo.ts'
import { collect, docOf, literalText, parse, propertyOf } from './syntax.ts'

/** An error or notice that a package can produce. */
export interface Code {
  readonly code: string
  /** The folder of the package. */
  readonly folder: string
  /** The file that declares it, relative to the repository. */
  readonly file: string
  /** What happened. */
  readonly what: string
  /** The names of the fields of an error's details. */
  readonly details: readonly string[]
}

/** Matches upper case with underscores. The rules of a wire format (`OC-ROLE`) and of losses (`media`) are not codes. */
export const codePattern = /^[A-Z]+(_[A-Z]+)+$|^ABORTED$/

const compare = (a: Code, b: Code): number => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0)

/**
 * Returns the codes declared in an interface named `…ErrorDetails`: each has a doc comment and the type of its details.
 */
export function declaredErrors(one: Package): readonly Code[] {
  return sourcesOf(one).flatMap((path) =>
    collect(parse(path), (node) => {
      if (!ts.isInterfaceDeclaration(node) || !node.name.text.endsWith('ErrorDetails')) return undefined
      return node.members.filter(ts.isPropertySignature).map((member) => ({
        code: member.name.getText(),
        folder: one.folder,
        file: shown(path),
        what: docOf(member),
        details: member.type && ts.isTypeLiteralNode(member.type) ? fieldsOf(member.type) : [],
      }))
    }).flat(),
  )
}

function fieldsOf(type: ts.TypeLiteralNode): readonly string[] {
  return type.members.flatMap((member) => (member.name ? [member.name.getText()] : []))
}

/** Returns the codes of every `new LamellaError({ code: '…' })`. */
export function thrownErrors(one: Package): readonly Code[] {
  return sourcesOf(one).flatMap((path) =>
    collect(parse(path), (node) => {
      if (!ts.isNewExpression(node) || node.expression.getText() !== 'LamellaError') return undefined
      const [init] = node.arguments ?? []
      const code = init && ts.isObjectLiteralExpression(init) ? literalText(propertyOf(init, 'code')) : undefined
      if (!init || !ts.isObjectLiteralExpression(init) || code === undefined) return undefined
      const details = propertyOf(init, 'details')
      const fields = details && ts.isObjectLiteralExpression(details) ? namesIn(details) : []
      return { code, folder: one.folder, file: shown(path), what: whatOf(init), details: fields }
    }),
  )
}

function namesIn(object: ts.ObjectLiteralExpression): readonly string[] {
  return object.properties.flatMap((property) => (property.name ? [property.name.getText()] : []))
}

/**
 * Returns the `what` of an object, with `…` for inserted values. A hint at its end, such as a suggestion, is left out.
 */
function whatOf(object: ts.ObjectLiteralExpression): string {
  return (literalText(propertyOf(object, 'what')) ?? '').replace(/\.…+$/, '.').trim()
}

/** Returns a function that makes its result at the first call: each list of codes walks the trees of all sources. */
function madeOnce<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Returns every error once: those declared, and those thrown by packages that declare none. */
export const errorCodes: () => readonly Code[] = madeOnce(() => {
  const declared = published.flatMap(declaredErrors)
  const core = new Set(declared.filter(({ folder }) => folder === 'core').map(({ code }) => code))
  const own = new Set(declared.map(({ folder, code }) => `${folder} ${code}`))
  const others = published
    .flatMap(thrownErrors)
    .filter(({ folder, code }) => !core.has(code) && !own.has(`${folder} ${code}`))
  return once([...declared, ...others])
})

/** Returns every notice: members of a type named `…NoticeCode`, and objects with `code` and `what`. */
export const noticeCodes: () => readonly Code[] = madeOnce(() =>
  once(published.flatMap((one) => sourcesOf(one).flatMap((path) => noticesOf(one, path)))),
)

function noticesOf({ folder }: Package, path: string): readonly Code[] {
  const of = (code: string, what: string): Code => ({ code, folder, file: shown(path), what, details: [] })
  return collect(parse(path), (node) => {
    if (ts.isTypeAliasDeclaration(node) && node.name.text.endsWith('NoticeCode')) return membersOf(node.type, of)
    if (!ts.isObjectLiteralExpression(node) || isThrown(node)) return undefined
    const code = literalText(propertyOf(node, 'code'))
    if (code === undefined || !codePattern.test(code) || !hasWhat(node)) return undefined
    return [of(code, whatOf(node))]
  }).flat()
}

function membersOf(type: ts.TypeNode, of: (code: string, what: string) => Code): readonly Code[] {
  const { text } = type.getSourceFile()
  let from = type.getFullStart()
  return (ts.isUnionTypeNode(type) ? type.types : [type]).flatMap((member) => {
    const code = ts.isLiteralTypeNode(member) ? literalText(member.literal) : undefined
    // The parser has no doc comments for the members of a union, so the text between the members is read.
    const between = text.slice(from, member.getStart())
    from = member.getEnd()
    return code === undefined
      ? []
      : [
          of(
            code,
            between
              .replace(/\/\*\*|\*\/|\||\n *\*(?!\/)|\s+/g, ' ')
              .replace(/ +/g, ' ')
              .trim(),
          ),
        ]
  })
}

function hasWhat(object: ts.ObjectLiteralExpression): boolean {
  return object.properties.some((property) => property.name?.getText() === 'what')
}

function isThrown(object: ts.ObjectLiteralExpression): boolean {
  return ts.isNewExpression(object.parent)
}

/** Keeps one entry per package and code: the first that says what happened. */
function once(codes: readonly Code[]): readonly Code[] {
  const known = new Map<string, Code>()
  for (const one of codes) {
    const key = `${one.code} ${one.folder}`
    if (!known.get(key)?.what) known.set(key, one)
  }
  return [...known.values()].sort(compare)
}
