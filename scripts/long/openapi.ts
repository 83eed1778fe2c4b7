import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { breakingChanges } from '../../test/openapi/diff.ts'
import { generators, missing } from '../../test/openapi/generators.ts'
import { redoclyProblems, spectralProblems } from '../../test/openapi/lint.ts'
import { postmanProblems } from '../../test/openapi/postman.ts'
import { type Service, startService } from '../../test/openapi/server.ts'
import { sendSigned } from '../../test/openapi/signed-requests.ts'
import { cache } from '../../test/openapi/tools.ts'

// `npm run long -- openapi [-- lint | diff | postman | generators [name] | schemathesis [requests]]`: public judges of `/openapi.json`, in
// the versions that test/openapi names. What the machine has not is listed as skipped.

type Verdict = { readonly judge: string; readonly said: string; readonly isGood: boolean | null }

const [asked = 'all', which = ''] = process.argv.slice(3)
const count = asked === 'schemathesis' && which !== '' ? which : '10000'
const parts: Readonly<Record<string, (service: Service, document: string) => Promise<Verdict[]>>> =
  {
    lint: async (_, document) => [
      found('Redocly, recommended-strict', await redoclyProblems(document)),
      found('Spectral with the OWASP ruleset', await spectralProblems(document)),
    ],
    diff: async (_, document) => [
      found('oasdiff against the first release', await breakingChanges(document), 'go'),
    ],
    postman: async (service) => [
      found('newman with the collection', await postmanProblems(service)),
    ],
    generators: generatedClients,
    schemathesis: async (service) => [await signedRequests(service)],
  }

if (asked !== 'all' && !(asked in parts)) {
  console.error(`There is no part "${asked}". Parts: ${Object.keys(parts).join(', ')}`)
  process.exit(1)
}
await mkdir(cache, { recursive: true })
console.log('Starting both Workers on free ports, with an empty database …')
const service = await startService()
try {
  const document = join(cache, 'openapi.json')
  await writeFile(
    document,
    await (await fetch(`${service.environment.PAY_API}/openapi.json`)).text(),
  )
  const verdicts: Verdict[] = []
  for (const [name, judge] of Object.entries(parts)) {
    if (asked === 'all' || asked === name) verdicts.push(...(await judge(service, document)))
  }
  console.log('')
  for (const { judge, said, isGood } of verdicts) {
    console.log(
      `${isGood === null ? 'skipped' : isGood ? 'good   ' : 'WRONG  '}  ${judge}: ${said}`,
    )
  }
  if (verdicts.some(({ isGood }) => isGood === false)) process.exitCode = 1
} finally {
  await service.stop()
}

function found(judge: string, problems: readonly string[] | null, needs = ''): Verdict {
  if (problems === null) return { judge, said: `this machine has no ${needs}`, isGood: null }
  const said = problems.length === 0 ? 'nothing found' : `\n  ${problems.join('\n  ')}`
  return { judge, said, isGood: problems.length === 0 }
}

async function generatedClients(service: Service, document: string): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const wanted = asked === 'generators' ? which : ''
  for (const generator of generators.filter(({ name }) => name.includes(wanted))) {
    const judge = generator.name
    const needed = await missing(generator)
    if (needed !== null) {
      verdicts.push({ judge, said: `this machine has no ${needed}`, isGood: null })
      continue
    }
    console.log(`${judge} …`)
    const said = 'compiled; has created a collection, queried it and read a refusal'
    const verdict = await generator.run(document, service).then(
      () => ({ judge, said, isGood: true }),
      (error: Error) => ({ judge, said: error.message, isGood: false }),
    )
    verdicts.push(verdict)
  }
  return verdicts
}

async function signedRequests(service: Service): Promise<Verdict> {
  const judge = 'schemathesis'
  const seen = await sendSigned(service, Number(count))
  if (seen === null) return { judge, said: 'this machine has no python3', isGood: null }
  const { sent, fitting, repeated, answered, wrong, told } = seen
  const isGood = Object.keys(wrong).length === 0 && sent >= Number(count)
  const answers = Object.entries(answered).map(([code, times]) => `${times} ${code}`)
  const said =
    `${sent} signed requests, ${fitting} of which fit their schema, ${repeated} asked again ` +
    `as a late service said; wrong: ` +
    `${JSON.stringify(wrong)}; answers: ${answers.join(', ')}${isGood ? '' : `\n${told}`}`
  return { judge, said, isGood }
}
