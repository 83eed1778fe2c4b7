import { readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { outputOf } from '../../../scripts/checks/run.ts'
import { wranglerCommand } from '../../../scripts/local/environment.ts'

/** The two Workers as they are deployed. */
export const workers = [
  { name: 'merchant-pay', config: 'wrangler.toml' },
  { name: 'merchant-pay-backoffice', config: 'wrangler.backoffice.toml' },
] as const

/** Builds the Workers into a directory with the deployment's own command, and the faulty queue. */
export async function buildBundles(directory: string): Promise<void> {
  await Promise.all(
    workers.map(async ({ name, config }) => {
      const options = ['--dry-run', '--outdir', join(directory, name), '-c', config]
      const { code, output } = await outputOf(wranglerCommand('deploy', ...options), directory)
      if (code !== 0) throw new Error(output)
    }),
  )
  const faultyQueue = await readFile(join(import.meta.dirname, 'faulty-queue.ts'), 'utf8')
  await writeFile(join(directory, 'faulty-queue.js'), stripTypeScriptTypes(faultyQueue))
}
