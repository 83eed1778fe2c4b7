// Run as a process of its own, whose temporary directory is where Chromium goes: the package knows no other place.
import { join } from 'node:path'
import { inflate } from '@sparticuz/chromium'
import { root } from '../../../scripts/local/environment.ts'

// The program, what it draws with, and the libraries that a bare system lacks.
const archives = ['chromium.br', 'swiftshader.tar.br', 'al2023.tar.br']
const packed = join(root, 'node_modules', '@sparticuz', 'chromium', 'bin')
await Promise.all(archives.map((name) => inflate(join(packed, name))))
