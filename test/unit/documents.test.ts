import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { judges, longTests } from '../../scripts/long/tests.ts'
import { schemaOf } from '../../scripts/release/stricter-schema.ts'
import { signedEndpoints } from '../../src/contract/endpoints.ts'
import { retryWaitsSeconds } from '../../src/rules/callbacks/callback-schedule.ts'
import { problemOf } from '../e2e/run-books/wrangler-commands.ts'
import { filesIn, readProject, root } from '../support/project-files.ts'

// The README, the change log and docs/ name only paths, commands and tables that exist.

const pages = filesIn('docs').filter((path) => path.endsWith('.md'))
const documents = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...pages]
const sources = ['src', 'test', 'scripts', 'bench', 'client/src', 'migrations'].flatMap(filesIn)

test('the README has at most 140 lines, and leads to every page of docs/', () => {
  const readme = readProject('README.md')
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(140)
  const [runBooks, others] = [pages.filter(isRunBook), pages.filter((page) => !isRunBook(page))]
  expect(others.filter((page) => !readme.includes(`](${page})`))).toEqual([])
  const list = readProject('docs/runbooks/README.md')
  expect(runBooks.filter((page) => !list.includes(`](${page.split('/').at(-1)})`))).toEqual([])
})

test('the README has every signed endpoint', () => {
  const row = /^\| merchants \|.*$/m.exec(readProject('README.md'))?.[0] ?? ''
  const names = signedEndpoints.map(({ path }) => path.replace('/api/v1/merchant/', ''))
  expect(names.filter((name) => !row.includes(`\`${name}\``))).toEqual([])
})

// They serve or ask a person; test/e2e/wrangler-dev.test.ts runs the first.
const byHand = ['dev', 'login']

function isRunBook(page: string): boolean {
  return /^docs\/runbooks\/(?!README)/.test(page)
}

describe.each(documents)('%s', (path) => {
  const text = readProject(path)

  test('names files and folders that there are', () => {
    expect(pathsIn(text).filter((one) => !existsSync(join(root, one)))).toEqual([])
  })

  test('leads to pages and headings that there are', () => {
    const broken = linksIn(text).filter(([target, heading]) => {
      const file = target === '' ? path : join(dirname(path), target)
      if (!existsSync(join(root, file))) return true
      return heading !== '' && !headingsOf(readProject(file)).includes(heading)
    })
    expect(broken).toEqual([])
  })

  test('names commands that there are', () => {
    const { scripts } = JSON.parse(readProject('package.json'))
    const commands = codesIn(text).flatMap((code) =>
      Array.from(code.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g), ([, name = '']) => name),
    )
    expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
    const long = codesIn(text).flatMap((code) =>
      Array.from(code.matchAll(/\bnpm run long -- ([\w-]+)/g), ([, name = '']) => name),
    )
    expect(long.filter((name) => !(name in longTests || name in judges))).toEqual([])
  })

  test('gives commands the options that they take', () => {
    const given = codesIn(text).flatMap((code) => [
      ...code.matchAll(/\bnpm run (provision|release|restore|smoke) -- ([^\n|#]*)/g),
    ])
    const unknown = given.flatMap(([, name = '', rest = '']) => {
      const usage = ['', '/options'].flatMap((part) => {
        const file = `scripts/${name}${part}.ts`
        return existsSync(join(root, file)) ? [readProject(file)] : []
      })
      const options = Array.from(rest.matchAll(/(?<![\w-])--([\w-]+)/g), ([, one = '']) => one)
      return options.filter((one) => !usage.join('\n').includes(`--${one}`))
    })
    expect(unknown).toEqual([])
    // Those of the run books are run.
    const wrangler =
      path.startsWith('docs/runbooks/') || path === 'CHANGELOG.md' ? [] : codesIn(text)
    const commands = wrangler.flatMap((code) =>
      Array.from(code.matchAll(/\bnpx wrangler ([^\n|#>]*)/g), ([, rest = '']) => rest.trim()),
    )
    const words = commands.map((one) => one.replace(/<[^>]*>|"[^"]*"/g, 'x').split(/\s+/))
    const recorded = words.filter(([first = '']) => !byHand.includes(first))
    expect(recorded.flatMap((one) => problemOf(one) ?? [])).toEqual([])
  })
})

test('paths, links and headings are found in a document', () => {
  const text =
    'See `src/a.ts`, `units/b.ts`, `src/x…` and [c](../d.md#e).\n```sh\nnpx f g/h.sql\n```\n'
  expect(pathsIn(text)).toEqual(['src/a.ts', 'units/b.ts', 'g/h.sql'])
  expect(linksIn(text)).toEqual([['../d.md', 'e']])
  expect(headingsOf('# A\n## 4. Orders and members’ `money`\n')).toEqual([
    'a',
    '4-orders-and-members-money',
  ])
})

describe('docs/storage.md', () => {
  test('has every table and index of the database, and no other', async () => {
    const { offers } = await schemaOf(join(root, 'migrations'))
    const indexes = [...offers.keys()].flatMap((one) => /^the index (\w+) /.exec(one)?.[1] ?? [])
    const listed = (heading: string) => rowNames('docs/storage.md', heading).sort()
    expect(listed('Tables')).toEqual([...new Set(offers.values())].sort())
    expect(listed('Indexes, and who needs each')).toEqual(indexes.sort())
  })
})

describe('docs/callbacks.md', () => {
  test('has the waits of the schedule', () => {
    const line = /^ {4}(\d+ s, .*)$/m.exec(readProject('docs/callbacks.md'))?.[1] ?? ''
    const units: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600 }
    const seconds = line.split(', ').map((wait) => {
      const [count, unit = ''] = wait.split(' ')
      return Number(count) * (units[unit] ?? Number.NaN)
    })
    expect(seconds).toEqual(retryWaitsSeconds)
  })
})

describe('docs/decisions.md', () => {
  const text = readProject('docs/decisions.md')

  test('has the sections and answers that comments name', () => {
    const programs = sources.filter((path) => /(?<!node_modules.*)\.(?:tsx?|m?js|sql)$/.test(path))
    const named = programs.flatMap((path) => {
      const joined = readProject(path).replaceAll(/\n\s*(?:\*|\/\/|--)\s*/g, ' ')
      const found = joined.matchAll(/\bdecisions §(\d+)(?:, ("[^"]+"(?: and "[^"]+")*))?/gi)
      return Array.from(found, ([, section = '', rows = '']) => {
        return { path, section, rows: Array.from(rows.matchAll(/"([^"]+)"/g), ([, row]) => row) }
      })
    })
    expect(named.length).toBeGreaterThan(50)
    const missing = named.filter(({ section, rows }) => {
      const found = new RegExp(`^## ${section}\\. .*\n(?:(?!## ).*\n)*`, 'm').exec(text)?.[0]
      return found === undefined || rows.some((row) => !found.includes(`\n### ${row}\n`))
    })
    expect(missing).toEqual([])
  })

  test('says of each answer where it is made', () => {
    const answers = text.split(/^(?=##+ )/m).filter((part) => part.startsWith('### '))
    expect(answers.length).toBeGreaterThan(80)
    const places = answers.map((answer) => answer.split('\n- ').slice(2).at(-1) ?? answer)
    const named = /^Code: [\s\S]*`(?:client|samples|src|test)\//
    expect(places.filter((place) => !named.test(place))).toEqual([])
  })
})

/** What stands in code, inline or in a block. */
function codesIn(text: string): string[] {
  const blocks = /^```.*\n([\s\S]*?)^```/gm
  const inline = text.replaceAll(blocks, '').matchAll(/`([^`\n]+)`/g)
  return [...inline, ...text.matchAll(blocks)].map(([, code = '']) => code)
}

/** Every path that stands in code: below one of our folders, or with the ending of a file. */
function pathsIn(text: string): string[] {
  const labels = codesIn(text).flatMap((code) => code.split(/\s+/))
  const folder = /^(?:src|test|docs|scripts|bench|migrations)(?:\/[\w.-]+)*\/?$/
  const file = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:tsx?|mjs|js|css|sql|md|toml|txt)$/
  return labels.filter((word) => folder.test(word) || file.test(word))
}

/** The links to our own pages: the page, and the heading if there is one. */
function linksIn(text: string): [string, string][] {
  const links = text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)
  return Array.from(links, ([, target = '', heading = '']) => [target, heading])
}

/** The anchors of a page's headings. */
function headingsOf(text: string): string[] {
  return Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** What the rows of a section's table are about: the code in their first cell. */
function rowNames(path: string, heading: string): string[] {
  const [, section = ''] = readProject(path).split(`\n## ${heading}\n`)
  const [table = ''] = section.split('\n## ')
  return Array.from(table.matchAll(/^\| `(\w+)` \|/gm), ([, name = '']) => name)
}
