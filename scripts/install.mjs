// Installs the packages that a package-lock.json pins, unless they are installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { withProgress } from './progress.mjs'

const lockPollMs = 200
const lockBeatMs = 60_000
const lockLifetimeMs = 15 * lockBeatMs
const takeoverLifetimeMs = 10_000
const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Runs `npm ci` in a directory, and prints its progress, unless node_modules already has what package-lock.json pins:
 * all of it, or the `dependencies` alone. Throws when npm fails or `quit` aborts.
 */
export async function ensureInstalled({ root, what, quit, withTools = true }) {
  if (isInstalled(root, withTools)) return
  const release = await takeLock(join(projectRoot, '.wrangler'), quit)
  try {
    if (isInstalled(root, withTools)) return
    const wanted = Object.entries(lockedPackages(root, withTools)).filter(([, entry]) =>
      isForThisMachine(entry),
    )
    const isThere = ([path]) => existsSync(join(root, path, 'package.json'))
    const progress = () => `${wanted.filter(isThere).length} of ${wanted.length} packages`
    await withProgress(`Installing ${what} (npm ci)`, () => npmCi(root, quit, withTools), {
      progress,
    })
    writeFileSync(stampPath(root, withTools), lockHash(root))
  } finally {
    release()
  }
}

function isInstalled(root, withTools) {
  const hash = lockHash(root)
  if (read(stampPath(root, true)) === hash) return true
  if (!withTools && read(stampPath(root, false)) === hash) return true
  if (!holdsWhatIsLocked(root, withTools)) return false
  writeFileSync(stampPath(root, withTools), hash)
  return true
}

// After an npm install by hand there is no stamp, only npm's own record of installed packages.
function holdsWhatIsLocked(root, withTools) {
  const record = read(join(root, 'node_modules', '.package-lock.json'))
  if (record === undefined) return false
  const there = JSON.parse(record).packages
  const locked = lockedPackages(root, true)
  const wanted = lockedPackages(root, withTools)
  const isThere = ([path, wanted]) =>
    there[path] === undefined
      ? !isForThisMachine(wanted)
      : there[path].integrity === wanted.integrity
  return Object.entries(wanted).every(isThere) && Object.keys(there).every((path) => path in locked)
}

function lockedPackages(root, withTools) {
  const { '': _project, ...locked } = JSON.parse(read(join(root, 'package-lock.json'))).packages
  const wanted = Object.entries(locked).filter(([, { dev }]) => withTools || !dev)
  return Object.fromEntries(wanted)
}

// An optional package may be missing, unless it is for this system and processor. Only npm can compare `libc`.
function isForThisMachine({ optional, os, cpu, libc }) {
  if (!optional) return true
  if (libc !== undefined) return false
  return os?.includes(process.platform) === true && cpu?.includes(process.arch) === true
}

function npmCi(root, quit, withTools) {
  const npm = process.env.npm_execpath ?? ''
  const [command, ...before] = /npm-cli\.[cm]?js$/.test(npm) ? [process.execPath, npm] : ['npm']
  const options = [
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    withTools ? '--include=dev' : '--omit=dev',
    '--include=optional',
    '--ignore-scripts',
  ]
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...before, 'ci', ...options], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: command === 'npm' && process.platform === 'win32',
      // With the host's NODE_ENV at `production`, npm would leave out the tools.
      env: { ...process.env, NODE_ENV: '' },
    })
    let log = ''
    child.stdout.on('data', (data) => (log += data))
    child.stderr.on('data', (data) => (log += data))
    child.on('error', (error) => reject(new Error(`npm does not run: ${error.message}`)))
    // npm would otherwise go on writing into a folder that the next command installs into.
    quit.addEventListener('abort', () => child.kill('SIGKILL'))
    child.on('close', (code, signal) => {
      if (code === 0) return resolve()
      if (quit.aborted) return reject(new Error('Stopped while installing the dependencies.'))
      reject(new Error(`${log.trim()}\nnpm ci failed (${signal ?? `exit ${code}`}).`))
    })
  })
}

// Two commands started at once must not install into the same folder: the second waits for the first.
export async function takeLock(directory, quit) {
  mkdirSync(directory, { recursive: true })
  const path = join(directory, 'install.lock')
  for (let isAnnounced = false; ; await sleep(lockPollMs)) {
    if (quit.aborted) throw new Error('Stopped while waiting for the dependencies.')
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return heldLock(path)
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isAbandoned(path)) removeAbandoned(path)
    else if (!isAnnounced)
      console.log('Another command is installing the dependencies, waiting for it …')
    isAnnounced = true
  }
}

// A long install renews its lock. If it was suspended, another process may have taken the lock.
function heldLock(path) {
  const isOurs = () => read(path) === String(process.pid)
  const beat = setInterval(() => {
    if (isOurs()) writeFileSync(path, String(process.pid))
  }, lockBeatMs)
  return () => {
    clearInterval(beat)
    if (isOurs()) rmSync(path, { force: true })
  }
}

function isAbandoned(path) {
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  if (age > lockLifetimeMs) return true
  const pid = Number(read(path))
  return pid > 0 && !isAlive(pid)
}

// Removed under a lock of its own: otherwise one of two waiters could remove the other's new lock.
function removeAbandoned(path) {
  const takeover = `${path}.takeover`
  try {
    mkdirSync(takeover)
  } catch {
    const made = statSync(takeover, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - made > takeoverLifetimeMs) rmSync(takeover, { recursive: true, force: true })
    return
  }
  try {
    if (isAbandoned(path)) rmSync(path, { force: true })
  } finally {
    rmdirSync(takeover)
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function lockHash(root) {
  return createHash('sha256')
    .update(read(join(root, 'package-lock.json')) ?? '')
    .digest('hex')
}

// npm removes both with the folder.
function stampPath(root, withTools) {
  return join(root, 'node_modules', withTools ? '.lock-installed' : '.dependencies-installed')
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
