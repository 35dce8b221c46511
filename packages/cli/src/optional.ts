import { cliError } from './problem.ts'

/**
 * Loads a package that only some commands need: an optional dependency, which is left out where it cannot be installed.
 *
 * @param what What needs it: the subject of a sentence.
 * @param packages Its name, and those of the packages that come with it.
 * @throws LamellaError `PACKAGE_MISSING`
 */
export async function loadOptional<Module>(
  load: () => Promise<Module>,
  what: string,
  ...packages: readonly string[]
): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    const names = packages.join(' and ')
    const together = packages.map((name) => ` -p ${name}`).join('')
    const message = `${what} needs ${names}, which cannot be loaded.`
    const fix = `Install it where @lamella/cli is: npm install --global ${packages.join(' ')}, or without --global in a project. For npx: npx -p @lamella/cli${together} lamella.`
    throw cliError('PACKAGE_MISSING', message, fix, { packages }, cause)
  }
}

/** Loads the package for PostgreSQL. */
export function loadPostgres(): Promise<typeof import('@lamella/provider-postgres')> {
  return loadOptional(() => import('@lamella/provider-postgres'), 'PostgreSQL', '@lamella/provider-postgres')
}
