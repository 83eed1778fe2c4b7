import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { outputOf } from '../../../scripts/checks/run.ts'
import { root } from '../../../scripts/local/environment.ts'
import { withProgress } from '../../../scripts/progress.mjs'

/** How the sample of a language is run. */
type Language = {
  /** Its folder below `samples`. */
  readonly name: string
  /** Commands that fail where a machine cannot run it. */
  readonly needs: readonly Command[]
  /** What builds it into an empty folder, where it does not run as it is. */
  readonly build?: (source: string, into: string) => Command
  /** What runs it; the program's own arguments come behind. */
  readonly run: (source: string, built: string) => Command
}

export type Command = readonly [string, ...string[]]

/** A sample that this machine can run. */
export type Sample = { readonly name: string; readonly command: Command }

/** Those that run, and for each of the others why not. */
type Languages = { readonly samples: readonly Sample[]; readonly skipped: readonly string[] }

/** Every language that there is a sample of. */
export const languages: readonly Language[] = [
  {
    name: 'typescript',
    needs: [],
    run: (source) => [
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      `${source}/program.ts`,
    ],
  },
  {
    name: 'python',
    needs: [['python3', '-c', 'import sys; sys.exit(sys.version_info < (3, 9))']],
    run: (source) => ['python3', '-B', `${source}/program.py`],
  },
  {
    name: 'php',
    needs: [
      ['php', '-r', 'exit(PHP_VERSION_ID < 80100 ? 1 : 0);'],
      ['php', '-r', "exit(extension_loaded('curl') ? 0 : 1);"],
      ['php', '-r', "exit(extension_loaded('pdo_sqlite') ? 0 : 1);"],
    ],
    run: (source) => ['php', `${source}/program.php`],
  },
  {
    name: 'go',
    needs: [['go', 'version']],
    build: (source, into) => ['go', '-C', source, 'build', '-o', `${into}/sample`, '.'],
    run: (_source, built) => [`${built}/sample`],
  },
  {
    name: 'java',
    needs: [['javac', '--release', '17', '--version']],
    build: (source, into) => {
      const library = `${source}/src/main/java:${source}`
      const options = ['--release', '17', '-encoding', 'UTF-8', '-sourcepath', library, '-d', into]
      return ['javac', ...options, `${source}/Program.java`]
    },
    run: (_source, built) => ['java', '-cp', built, 'Program'],
  },
  {
    name: 'csharp',
    needs: [['dotnet', 'build', '--version']],
    // What is built in between goes there too, and not into the sample's folders.
    build: (source, into) => ['dotnet', 'build', `${source}/Program`, '--artifacts-path', into],
    run: (_source, built) => ['dotnet', `${built}/bin/Program/debug/Program.dll`],
  },
]

/**
 * The samples that this machine runs, built where they have to be.
 *
 * @param wanted names of languages; null for those that need no compiler, which takes longer than their tests
 */
export async function findSamples(wanted: readonly string[] | null): Promise<Languages> {
  const samples: Sample[] = []
  const skipped: string[] = []
  for (const language of languages) {
    const { name, needs, build } = language
    const missing = needs.find((command) => !isHere(command))
    if (missing !== undefined) {
      skipped.push(`${name} (this machine has no \`${missing[0]}\` that will do)`)
    } else if (wanted?.includes(name) ?? build === undefined) {
      samples.push({ name, command: await prepared(language) })
    } else {
      const why = wanted === null ? '`npm run long -- samples` runs it' : 'not asked for'
      skipped.push(`${name} (${why})`)
    }
  }
  return { samples, skipped }
}

function isHere([file, ...args]: Command): boolean {
  return spawnSync(file, args, { stdio: 'ignore' }).status === 0
}

async function prepared({ name, build, run }: Language): Promise<Command> {
  const source = join(root, 'samples', name)
  if (build === undefined) return run(source, source)
  // Named by what it was built of, so that it is built once.
  const built = join(root, '.wrangler', 'samples', `${name}-${await digestOf(source)}`)
  if (!existsSync(built)) {
    const into = `${built}.${process.pid}`
    await mkdir(into, { recursive: true })
    const work = () => outputOf(build(source, into), into)
    const { code, output } = await withProgress(`Building the ${name} sample`, work)
    if (code !== 0) throw new Error(`the ${name} sample cannot be built:\n${output}`)
    await rename(into, built).catch(() => rm(into, { recursive: true }))
  }
  return run(source, built)
}

async function digestOf(folder: string): Promise<string> {
  const hash = createHash('sha256')
  const paths = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const one of paths.filter((path) => path.isFile())) {
    hash.update(one.name).update(await readFile(join(one.parentPath, one.name)))
  }
  return hash.digest('hex').slice(0, 16)
}
