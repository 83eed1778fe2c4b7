import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Environment } from './environment.ts'
import { allProcesses } from './process-table.ts'

/** A command with all its child processes. */
export type ProcessGroup = {
  /** The first million characters of its output. */
  output(): string
  /** Resolves when the command itself ends: with its exit code, or null after a signal. */
  readonly ended: Promise<number | null>
  /** Each process with the letter of its state in proc(5): `node S, workerd T`. Empty on other systems than Linux. */
  states(): string
  stop(): Promise<void>
}

export type ProcessGroups = {
  start(command: readonly [string, ...string[]], options: GroupOptions): ProcessGroup
  stopAll(): Promise<void>
  /** Whether `stopAll` was called, after which `start` throws. */
  isStopping(): boolean
}

type GroupOptions = {
  cwd: string
  env: Environment
  onLine?: (line: string) => void
  /** Receives the messages of the command, a Node program, over an IPC channel. */
  onMessage?: (message: unknown) => void
}

const graceMs = 3000
const pollMs = 20
const outputCharsMax = 1_000_000

/**
 * Starts commands as separate process groups, so that a signal reaches all children of a command. A keeper process ends
 * them if this process is killed.
 */
export function createProcessGroups(): ProcessGroups {
  const keeper = startKeeper()
  const groups = new Set<ProcessGroup>()
  let stopping = false
  return {
    isStopping: () => stopping,
    start(command, options) {
      if (stopping) throw new Error('Stopped while starting.')
      const child = spawnGroup(command, options)
      if (options.onMessage) child.on('message', options.onMessage)
      const pid = child.pid
      const states = () => (pid === undefined ? '' : statesOf(pid))
      const group = { ...observe(child, options.onLine), states, stop: () => stop() }
      if (pid !== undefined) keeper.stdin?.write(`+${pid}\n`)
      groups.add(group)
      const stop = async () => {
        if (pid !== undefined) await stopGroup(pid)
        await group.ended.catch(() => {})
        if (pid !== undefined) keeper.stdin?.write(`-${pid}\n`)
        groups.delete(group)
      }
      return group
    },
    async stopAll() {
      stopping = true
      await Promise.all([...groups].map((group) => group.stop()))
      keeper.stdin?.end()
    },
  }
}

/** Ends a process group with SIGTERM, and with SIGKILL after a few seconds. */
export async function stopGroup(pid: number): Promise<void> {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'])
    return
  }
  signalGroup(pid, 'SIGTERM')
  for (const signal of ['SIGKILL', undefined] as const) {
    const deadline = Date.now() + graceMs
    while (Date.now() < deadline) {
      if (!isGroupAlive(pid)) return
      await sleep(pollMs)
    }
    if (signal) signalGroup(pid, signal)
  }
}

function isGroupAlive(pid: number): boolean {
  if (!signalGroup(pid, 0)) return false
  if (process.platform !== 'linux') return true
  // Zombies are members until their new parent reaps them, which in a container may never happen.
  return membersOf(pid).some(({ state }) => state !== 'Z')
}

type Member = { readonly name: string; readonly state: string }

function membersOf(pid: number): readonly Member[] {
  if (process.platform !== 'linux') return []
  return allProcesses().flatMap(({ name, fields: [state = '', , group] }) => {
    return group === String(pid) ? [{ name, state }] : []
  })
}

function statesOf(pid: number): string {
  return membersOf(pid)
    .map(({ name, state }) => `${name} ${state}`)
    .join(', ')
}

function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal)
  } catch {
    return false
  }
}

function spawnGroup([file, ...args]: readonly [string, ...string[]], options: GroupOptions) {
  return spawn(file, args, {
    cwd: options.cwd,
    env: options.env as NodeJS.ProcessEnv,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe', ...(options.onMessage ? (['ipc'] as const) : [])],
  })
}

function observe(child: ChildProcess, onLine: (line: string) => void = () => {}) {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream?.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < outputCharsMax) output += text
      const lines = (rest + text).split(/\r?\n/)
      rest = lines.pop() ?? ''
      for (const line of lines) onLine(line)
    })
  }
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('exit', (code) => resolve(code))
    child.on('error', reject)
  })
  // A rejection that nobody awaits would end this process.
  ended.catch(() => {})
  return { output: () => output, ended }
}

function startKeeper(): ChildProcess {
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'keeper.ts')], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  keeper.unref()
  // A fault of the keeper must not end this process.
  keeper.on('error', () => {})
  keeper.stdin?.on('error', () => {})
  return keeper
}
