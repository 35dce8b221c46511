import { join } from 'node:path'
import ts from 'typescript'
import { packages, root, sourcesOf } from './repo.ts'
import { placesIn } from './syntax.ts'

/** Creates a program of all package sources, with the contract of messages as changed by `change`. */
export function programWith(change: (messages: string) => string): ts.Program {
  const path = join(root, 'tsconfig.json')
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(path, ts.sys.readFile).config, ts.sys, root)
  const host = ts.createCompilerHost(options)
  // As in tsc: comments are parsed only where a type error may depend on them.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors
  const messages = join(root, 'packages/core/src/contract/message.ts')
  const { getSourceFile } = host
  host.getSourceFile = (file, version, ...rest) =>
    file === messages
      ? ts.createSourceFile(file, change(host.readFile(file) ?? ''), version, true)
      : getSourceFile(file, version, ...rest)
  return ts.createProgram(packages.flatMap(sourcesOf), options, host)
}

/** Returns which of the files, given relative to the repository, do not compile. `pnpm typecheck` checks all of them. */
export function brokenFiles(program: ts.Program, files: readonly string[]): readonly string[] {
  return files.filter((path) => program.getSemanticDiagnostics(program.getSourceFile(join(root, path))).length > 0)
}

/**
 * Returns the places of switches over a union of literals that do not end in `satisfies never`: a new kind could be
 * silently left out there. A switch over `typeof` does not count, since the language has no new types.
 */
export function openSwitches(program: ts.Program): readonly string[] {
  const checker = program.getTypeChecker()
  const isLiteral = (type: ts.Type): boolean => type.isStringLiteral() || type.isNumberLiteral()
  const isKind = (type: ts.Type): boolean => {
    const members = type.isUnion() ? type.types : [type]
    const isKnown = members.every((one) => isLiteral(one) || (one.flags & ts.TypeFlags.Undefined) !== 0)
    return isKnown && members.filter(isLiteral).length > 1
  }
  return placesIn(program, (node) => {
    if (!ts.isSwitchStatement(node) || ts.isTypeOfExpression(node.expression)) return false
    const last = node.caseBlock.clauses.at(-1)
    const isClosed = last && ts.isDefaultClause(last) && last.getText().includes('satisfies never')
    return !isClosed && isKind(checker.getTypeAtLocation(node.expression))
  })
}
