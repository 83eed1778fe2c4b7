import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Environment, root } from '../../../../scripts/local/environment.ts'

/** What a process of the command came to. */
export type Ended = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly output: string
}

const copied = ['migrations', 'package.json', 'tsconfig.json', 'wrangler.toml']
const ofProvisioning = ['provision', 'provision.ts', 'progress.mjs', 'local', 'checks']

/** As much of this project in a folder of its own as provisioning needs. */
export function cloneFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'provision-clone-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  mkdirSync(join(folder, 'scripts'))
  const files = [
    ...copied,
    'wrangler.backoffice.toml',
    ...ofProvisioning.map((one) => `scripts/${one}`),
  ]
  for (const file of files) cpSync(join(root, file), join(folder, file), { recursive: true })
  for (const link of ['node_modules', 'src']) symlinkSync(join(root, link), join(folder, link))
  return folder
}

/** Runs the command in a clone. `started` is given the process. */
export function runProvision(
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  started: (child: ChildProcess) => void = () => {},
): Promise<Ended> {
  const { PATH, HOME, TMPDIR } = process.env
  const env: Environment = { PATH, HOME, TMPDIR, INIT_CWD: folder, ...environment }
  const child = spawn(process.execPath, ['scripts/provision.ts', ...args], {
    cwd: folder,
    env: env as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  started(child)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, output }))
  })
}
