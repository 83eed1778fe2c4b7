import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../scripts/local/environment.ts'
import type { Service } from './server.ts'
import { cache, has, must, npmTool, openApiGenerator, packages, pythonTools } from './tools.ts'

/** A generated client that is compiled and used; `run` throws where anything is not as it should be. */
type Generator = {
  readonly name: string
  /** The programs without which it is skipped. */
  readonly needs: readonly (readonly string[])[]
  readonly run: (document: string, service: Service) => Promise<void>
}

const programs = join(root, 'test', 'openapi', 'clients')
const mavenExec = 'org.codehaus.mojo:exec-maven-plugin:3.5.0:java'

/** Every generator that is judged: each client creates a collection, queries it and reads a refusal. */
export const generators: readonly Generator[] = [
  { name: 'TypeScript: openapi-typescript and openapi-fetch', needs: [], run: openApiFetch },
  { name: 'TypeScript: @hey-api/openapi-ts', needs: [], run: heyApi },
  {
    name: 'Python: openapi-python-client',
    needs: [['python3', '--version']],
    run: pythonClient,
  },
  {
    name: 'Go: openapi-generator',
    needs: [
      ['go', 'version'],
      ['java', '-version'],
      ['mvn', '--version'],
    ],
    run: goClient,
  },
  {
    name: 'Java: openapi-generator',
    needs: [
      ['java', '-version'],
      ['mvn', '--version'],
    ],
    run: javaClient,
  },
]

/** The program of the first need that this machine has not; null where it has all. */
export async function missing({ needs }: Generator): Promise<string | null> {
  for (const need of needs) if (!(await has(...need))) return need[0] ?? ''
  return null
}

async function openApiFetch(document: string, service: Service): Promise<void> {
  const folder = await typeScriptFolder('fetch')
  const generator = await npmTool('openapi-typescript')
  const options = [document, '-o', join(folder, 'schema.ts')]
  await must('Generating types by openapi-typescript', [generator, ...options])
  await typeChecked(folder, 'fetch.ts', service)
}

async function heyApi(document: string, service: Service): Promise<void> {
  const folder = await typeScriptFolder('hey')
  const generator = await npmTool('openapi-ts')
  const options = ['-i', document, '-o', join(folder, 'hey'), '-c', '@hey-api/client-fetch']
  await must('Generating a client by @hey-api/openapi-ts', [generator, ...options], { cwd: folder })
  await typeChecked(folder, 'hey.ts', service)
}

async function typeScriptFolder(name: string): Promise<string> {
  await npmTool('tsc')
  const folder = await emptyFolder(`typescript-${name}`)
  for (const file of ['signing.ts', `${name}.ts`]) {
    await cp(join(programs, file), join(folder, file))
  }
  await symlink(join(packages, 'node_modules'), join(folder, 'node_modules'))
  await symlink(join(root, 'node_modules', '@types'), join(folder, 'types'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    allowImportingTsExtensions: true,
    typeRoots: ['types'],
    types: ['node'],
    skipLibCheck: true,
    noEmit: true,
  }
  const config = { compilerOptions, files: [`${name}.ts`] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  return folder
}

async function typeChecked(folder: string, file: string, service: Service): Promise<void> {
  const tsc = await npmTool('tsc')
  await must('Type-checking it', [tsc, '-p', folder], { cwd: folder })
  const built = join(folder, 'built.mjs')
  const bundler = join(root, 'node_modules', '.bin', 'esbuild')
  const options = ['--bundle', '--platform=node', '--format=esm', `--outfile=${built}`]
  await must('Bundling it', [bundler, file, ...options], { cwd: folder })
  await used([process.execPath, built], folder, service)
}

async function pythonClient(document: string, service: Service): Promise<void> {
  const tools = await pythonTools()
  const folder = await emptyFolder('python')
  const generator = join(tools, 'openapi-python-client')
  const options = ['--path', document, '--output-path', join(folder, 'pay'), '--meta', 'none']
  const step = 'Generating a client by openapi-python-client'
  const told = await must(step, [generator, 'generate', ...options])
  if (/WARNING|Unable|Cannot/i.test(told.replaceAll('Warning(s) encountered', ''))) {
    throw new Error(told)
  }
  await cp(join(programs, 'client.py'), join(folder, 'client.py'))
  await must('Compiling it', [join(tools, 'python'), '-m', 'compileall', '-q', folder])
  await used([join(tools, 'python'), 'client.py'], folder, service)
}

async function goClient(document: string, service: Service): Promise<void> {
  const folder = await emptyFolder('go')
  const properties = '--additional-properties=packageName=pay'
  const git = ['--git-host', 'example.com', '--git-user-id', '', '--git-repo-id', 'pay']
  await generated('go', document, join(folder, 'pay'), [properties, ...git])
  await writeFile(join(folder, 'pay', 'go.mod'), 'module example.com/pay\n\ngo 1.23\n')
  await mkdir(join(folder, 'pay', 'use'))
  await cp(join(programs, 'main.go'), join(folder, 'pay', 'use', 'main.go'))
  const cwd = join(folder, 'pay')
  await rm(join(cwd, 'test'), { recursive: true, force: true })
  await must('Compiling it', ['go', 'vet', './...'], { cwd })
  await used(['go', 'run', './use'], cwd, service)
}

async function javaClient(document: string, service: Service): Promise<void> {
  const folder = await emptyFolder('java')
  const properties = '--additional-properties=hideGenerationTimestamp=true'
  await generated('java', document, folder, ['--library', 'native', properties])
  await cp(join(programs, 'Main.java'), join(folder, 'src/main/java/Main.java'))
  const version = ['-Dmaven.compiler.source=17', '-Dmaven.compiler.target=17']
  const quiet = ['mvn', '-q', '-B', '-DskipTests', ...version]
  await must('Compiling it', [...quiet, 'compile'], { cwd: folder })
  await used([...quiet, mavenExec, '-Dexec.mainClass=Main'], folder, service)
}

async function generated(
  language: string,
  document: string,
  folder: string,
  options: readonly string[],
): Promise<void> {
  const generator = await openApiGenerator()
  const command = [...generator, 'generate', '-i', document, '-g', language, '-o', folder]
  await must(`Generating a client for ${language} by openapi-generator`, [...command, ...options])
}

async function used(
  command: readonly string[],
  cwd: string,
  { environment }: Service,
): Promise<void> {
  const told = await must('Using it', command, { cwd, env: environment })
  if (!told.includes('ok')) throw new Error(`the client said: ${told}`)
}

async function emptyFolder(name: string): Promise<string> {
  const folder = join(cache, 'clients', name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  return folder
}
