import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { ensureInstalled } from '../../scripts/install.mjs'
import { prepareFonts } from './support/fonts.ts'
import { browserPackages } from './support/packages.ts'

declare module 'vitest' {
  interface ProvidedContext {
    browserEndpoint: string
  }
}

/** One browser for all browser tests, with a font for Chinese, both from npm's packages. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureInstalled({
    root: browserPackages,
    what: 'the browser for tests',
    quit: new AbortController().signal,
  })
  const directory = await mkdtemp(join(tmpdir(), 'merchant-pay-browser-'))
  const { env, ...browser } = await aBrowser(directory)
  const fonts = await prepareFonts(directory)
  const server = await chromium.launchServer({
    host: '127.0.0.1',
    ...browser,
    env: { ...environment(), ...env, FONTCONFIG_FILE: fonts },
  })
  project.provide('browserEndpoint', server.wsEndpoint())
  return async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  }
}

type Browser = {
  readonly executablePath?: string
  readonly channel?: string
  readonly env?: Readonly<Record<string, string>>
}

// The one at CHROME_PATH; else npm's, which is for Linux on x64; else an installed Chrome, which playwright finds.
async function aBrowser(directory: string): Promise<Browser> {
  const { CHROME_PATH } = process.env
  if (CHROME_PATH) return { executablePath: CHROME_PATH }
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' }
  const unpack = join(import.meta.dirname, 'support', 'unpack-chromium.ts')
  const env = { ...environment(), TMPDIR: directory }
  await promisify(execFile)(process.execPath, [unpack], {
    env: env as unknown as NodeJS.ProcessEnv,
  })
  return {
    executablePath: join(directory, 'chromium'),
    env: { LD_LIBRARY_PATH: join(directory, 'al2023', 'lib') },
  }
}

function environment(): Record<string, string> {
  const given = Object.entries(process.env).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Record<string, string>
}
