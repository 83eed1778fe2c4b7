// Runs as a process of its own: the package unpacks Chromium into the process's temporary directory.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { browserPackages } from './packages.ts'

// The program, its renderer, and libraries that a minimal system lacks.
const archives = ['chromium.br', 'swiftshader.tar.br', 'al2023.tar.br']
const chromium = join(browserPackages, 'node_modules', '@sparticuz', 'chromium')
const { inflate }: { inflate: (path: string) => Promise<string> } = await import(
  pathToFileURL(join(chromium, 'build', 'index.js')).href
)
await Promise.all(archives.map((name) => inflate(join(chromium, 'bin', name))))
