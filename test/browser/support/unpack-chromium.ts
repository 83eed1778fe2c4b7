// Run as a process of its own, whose temporary directory is where Chromium goes: the package knows no other place.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { browserPackages } from './packages.ts'

// The program, what it draws with, and the libraries that a bare system lacks.
const archives = ['chromium.br', 'swiftshader.tar.br', 'al2023.tar.br']
const chromium = join(browserPackages, 'node_modules', '@sparticuz', 'chromium')
const { inflate }: { inflate: (path: string) => Promise<string> } = await import(
  pathToFileURL(join(chromium, 'build', 'index.js')).href
)
await Promise.all(archives.map((name) => inflate(join(chromium, 'bin', name))))
