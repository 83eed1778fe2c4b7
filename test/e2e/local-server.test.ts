import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Front, openFront } from '../../scripts/local/front.ts'
import { localKeys } from '../../scripts/local/keys.ts'
import { listenOnLoopback } from '../../scripts/local/ports.ts'
import { startLocalServer } from '../../scripts/local/server.ts'
import { lockState } from '../../scripts/local/state-lock.ts'

const root = join(import.meta.dirname, '..', '..')
let scratch: string
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'local-server-'))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

describe('ports', () => {
  test.each([
    ['PORT', 'the public Worker'],
    ['BACKOFFICE_PORT', 'the back office'],
    ['INSPECTOR_PORT', 'the callback inspector'],
  ])('a busy %s is reported in one sentence, and nothing is started', async (variable, serves) => {
    const { server, port } = await listening()
    const ports = { port: 0, backofficePort: 0 }
    const busy = { PORT: { port }, BACKOFFICE_PORT: { backofficePort: port } }[variable] ?? {
      inspectorPort: port,
    }
    const start = startLocalServer({ ...ports, ...busy, stateDir: scratch, sweepSeconds: 60 })
    await expect(start).rejects.toThrow(
      `Port ${port} for ${serves} is in use: set ${variable} to another port, or end the process that listens there.`,
    )
    server.close()
  })

  test('a taken port that was not asked for is another free one', async () => {
    const { server, port } = await listening()
    const purpose = { serves: 'a test', variable: 'A_PORT' }
    const other = createServer()
    const own = await listenOnLoopback(other, { preferred: port }, purpose)
    expect(own).not.toBe(port)
    other.close()
    server.close()
    await once(server, 'close')
    const again = createServer()
    expect(await listenOnLoopback(again, { preferred: port }, purpose)).toBe(port)
    again.close()
  })

  test('a state directory in use is reported in one sentence, and free once the other server has ended', async () => {
    const stateDir = join(scratch, 'held')
    const held = await lockState(stateDir)
    const options = { port: 0, backofficePort: 0, stateDir, sweepSeconds: 60 }
    await expect(startLocalServer(options)).rejects.toThrow(
      `${stateDir} is in use by another server: end it, or set STATE_DIR to another directory.`,
    )
    held.release()
    const again = await lockState(stateDir)
    again.release()
  })

  test('a state directory is free when its server was killed', async () => {
    const stateDir = join(scratch, 'killed')
    const module = join(root, 'scripts/local/state-lock.ts')
    const hold = `import { lockState } from ${JSON.stringify(module)}
      await lockState(process.argv[1]); console.log('held'); setInterval(() => {}, 1000)`
    const holder = spawn(process.execPath, ['--input-type=module', '-e', hold, stateDir])
    await once(holder.stdout, 'data')
    await expect(lockState(stateDir)).rejects.toThrow('is in use by another server')
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    const lock = await lockState(stateDir)
    lock.release()
  })

  test('a setting that is no number is reported in one sentence', async () => {
    const { code, output } = await npmStart({ PORT: 'abc' }).ended
    expect(output).toContain('PORT must be a whole number from 0 to 65535, not "abc".\n')
    expect(code).toBe(1)
  })

  test('a setting of the public Worker comes from the environment; a wrong one is reported', async () => {
    const STATE_DIR = join(scratch, 'state')
    const ports = { PORT: '0', BACKOFFICE_PORT: '0', INSPECTOR_PORT: '0', STATE_DIR }
    // What an earlier start noted, cut off by a full disk, stops nothing.
    await mkdir(STATE_DIR)
    await writeFile(join(STATE_DIR, 'prepared.json'), '')
    const { code, output } = await npmStart({ ...ports, LINK_LIFETIME_SECONDS: 'abc' }).ended
    expect(output).toMatch(/^settings: ✖ must be a whole number\n {2}→ at LINK_LIFETIME_SECONDS$/m)
    expect(code).toBe(1)
  })
})

describe('keys', () => {
  test('are made once, even by two first starts at once, and only their owner can read them', async () => {
    const directory = join(scratch, 'keys')
    const [one, other] = await Promise.all([localKeys(directory), localKeys(directory)])
    expect(other).toEqual(one)
    expect(await localKeys(directory)).toEqual(one)
    expect(atob(one.SECRETS_KEY)).toHaveLength(32)
    expect(one.LINK_SIGNING_KEY).not.toBe(one.SECRETS_KEY)
    expect((await stat(one.file)).mode & 0o777).toBe(0o600)
  })

  test('a damaged key is reported, not replaced', async () => {
    const directory = join(scratch, 'damaged')
    const { file } = await localKeys(directory)
    await writeFile(file, 'SECRETS_KEY="short"\n')
    await expect(localKeys(directory)).rejects.toThrow(`${file} has no valid SECRETS_KEY`)
  })
})

describe('the front', () => {
  let front: Front
  let behind: Server
  let target: number | undefined
  beforeAll(async () => {
    const listener = await listening((incoming, answer) => {
      if (incoming.url === '/echo') incoming.pipe(answer)
      else answer.end(JSON.stringify({ url: incoming.url, headers: incoming.headers }))
    })
    behind = listener.server
    target = listener.port
    front = await openFront({
      port: 0,
      serves: 'a test',
      variable: 'PORT',
      bodyBytesMax: 3_000_000,
      target: () => target,
    })
  })
  afterAll(async () => {
    await front.close()
    behind.close()
  })

  test('sets the client’s address, whatever headers the client sends', async () => {
    const claimed = {
      'CF-Connecting-IP': '203.0.113.9',
      'cf-ipcountry': 'TW',
      'X-Forwarded-For': '203.0.113.9',
      'X-Real-IP': '203.0.113.9',
      'True-Client-IP': '203.0.113.9',
      'MF-CF-Blob': '{}',
      'X-Own': 'kept',
    }
    const { headers } = JSON.parse((await ask('/a', claimed)).body)
    expect(headers).toMatchObject({ 'cf-connecting-ip': '127.0.0.1', 'x-own': 'kept' })
    expect(headers.host).toBe(`127.0.0.1:${front.port}`)
    expect(JSON.stringify(headers)).not.toMatch(/203\.0|ipcountry|mf-cf-blob/)
  })

  test.each([
    '/cdn-cgi',
    '/cdn-cgi/local/scheduled?cron=*+*+*+*+*',
    '/CDN-CGI/x',
    '//cdn-cgi/x',
    '/./cdn-cgi/x',
    '/a/../cdn-cgi/x',
    '/a/%2e%2E/cdn-cgi/x',
    '/../cdn-cgi/x',
    '/%63dn-cgi/x',
    '/%2563dn-cgi/x',
    '/cdn-cgi%2fx',
    '/%2fcdn-cgi/x',
    '/\\cdn-cgi\\x',
    '/cdn%09-cgi/x',
    '/cdn-cgi/../docs',
    'http://127.0.0.1/cdn-cgi/x',
    '*',
  ])('%s is not found', async (path) => {
    const { status, body } = await ask(path)
    expect(status).toBe(404)
    expect(JSON.parse(body)).toMatchObject({ ok: 0, error: 'not_found' })
  })

  test.each(['/docs/cdn-cgi', '/cdn-cginal', '/%E4%BB%98?x=/cdn-cgi'])(
    '%s is found',
    async (path) => {
      expect(JSON.parse((await ask(path)).body).url).toBe(path)
    },
  )

  test('answers 503 with retry-after while no server is behind it', async () => {
    const port = target
    target = undefined
    const { status, headers, body } = await ask('/docs')
    target = port
    expect(status).toBe(503)
    expect(headers['retry-after']).toBe('1')
    expect(JSON.parse(body)).toMatchObject({ ok: 0, error: 'unavailable' })
  })

  test('a body passes unchanged in both directions', async () => {
    const sent = Buffer.alloc(3_000_000, 'no line end')
    const answer = await fetch(`http://127.0.0.1:${front.port}/echo`, {
      method: 'POST',
      body: sent,
    })
    expect(Buffer.from(await answer.arrayBuffer()).equals(sent)).toBe(true)
  })

  function ask(path: string, headers: Record<string, string> = {}) {
    return askAt(front.port, path, headers)
  }
})

describe('npm start', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'serves both Workers, and %s to npm leaves no process behind',
    async (signal) => {
      const running = npmStart({
        PORT: '0',
        BACKOFFICE_PORT: '0',
        INSPECTOR_PORT: '0',
        // What another start has prepared.
        STATE_DIR: join(scratch, 'state'),
      })
      const ports = await running.ready
      expect(ports).toHaveLength(3)
      for (const port of ports) {
        expect((await askAt(port, '/cdn-cgi/local/scheduled')).status).toBe(404)
        expect((await askAt(port, '/')).status).toBeLessThan(500)
      }
      const [pay = 0, , inspector = 0] = ports
      const page = await askAt(pay, '/docs')
      expect(page.body).toContain(`http://127.0.0.1:${inspector}/notify`)
      const started = await descendantsOf(running.pid)
      expect(started.length).toBeGreaterThan(5)
      process.kill(running.pid, signal)
      await expect.poll(() => alive(started), { interval: 100 }).toEqual([])
      for (const port of ports) await expect(askAt(port, '/')).rejects.toThrow('ECONNREFUSED')
    },
  )
})

type Answer = { status: number; headers: IncomingMessage['headers']; body: string }

// Not fetch, which normalises the path.
async function askAt(
  port: number,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const asked = request({ host: '127.0.0.1', port, path, headers })
  asked.end()
  const [answer]: [IncomingMessage] = (await once(asked, 'response')) as [IncomingMessage]
  let body = ''
  for await (const piece of answer.setEncoding('utf8')) body += piece
  return { status: answer.statusCode ?? 0, headers: answer.headers, body }
}

async function listening(listener?: Parameters<typeof createServer>[1]) {
  const server = createServer({}, listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as AddressInfo).port }
}

function npmStart(env: Record<string, string>) {
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, ...env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, output }))
  })
  const ready = new Promise<number[]>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const [, listed] = output.split('Ready.')
        if (!listed?.includes('README')) return
        const ports = [...listed.matchAll(/http:\/\/127\.0\.0\.1:(\d+)/g)]
        resolve([...new Set(ports.map(([, port]) => Number(port)))])
      })
    }
    child.on('exit', () => reject(new Error(`npm start has ended:\n${output}`)))
  })
  ready.catch(() => {})
  return { pid: child.pid ?? 0, ready, ended }
}

type Process = { pid: number; parent: number; state: string }

async function processes(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat='])
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, parent, state = '']) => ({ pid: Number(pid), parent: Number(parent), state }))
}

async function descendantsOf(pid: number): Promise<number[]> {
  const all = await processes()
  const family = [pid]
  for (const member of family) {
    family.push(...all.filter(({ parent }) => parent === member).map((child) => child.pid))
  }
  return family
}

async function alive(pids: readonly number[]): Promise<number[]> {
  const there = (await processes()).filter(({ state }) => !state.startsWith('Z'))
  return pids.filter((pid) => there.some((one) => one.pid === pid))
}
