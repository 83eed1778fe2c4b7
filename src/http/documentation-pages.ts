import { cors } from 'hono/cors'
import { etag } from 'hono/etag'
import { Hono } from 'hono/tiny'
import { methodNotAllowed } from '../contract/refusals.ts'
import { openApiDocument } from '../documentation/openapi.ts'
import type { Deployment } from '../documentation/page/blocks.ts'
import { changesPage, documentationPage } from '../documentation/page/page.tsx'
import { programAt, programParts, samplePrograms } from '../documentation/samples/programs.ts'
import { sampleAddress, sampleFor, sampleLanguages } from '../documentation/samples/samples.ts'
import { llmsText } from '../documentation/twins/llms.ts'
import { documentationMarkdown } from '../documentation/twins/markdown.ts'
import { postmanCollection } from '../documentation/twins/postman.ts'
import { currentPath } from '../pages/assets.ts'
import type { Settings } from '../settings.ts'
import { type Language, languageTags, sayIn } from '../units/language.ts'
import { languageFor } from '../units/requested-language.ts'
import type { HostApp } from './request-pipeline.ts'

/** The public documentation: for people at `/docs`, for machines at `/openapi.json` (decisions §1). */
export const documentation = new Hono<HostApp>()

const sampleFiles = sampleLanguages.flatMap(({ files, story }) => [...files, story])

// The files linked from the page, and the programs that try them.
const files = new Map(
  [...sampleFiles, ...samplePrograms, ...programParts].map((file) => [
    sampleAddress(file),
    file.text,
  ]),
)
const programs = new Set(samplePrograms.map(sampleAddress))

for (const path of ['/docs', '/docs/changes', ...files.keys()]) documentation.use(path, etag())
// Documents for programs, including pages of other hosts.
const forPrograms = ['/openapi.json', '/docs/postman.json', '/docs/merchant-api.md', '/llms.txt']
for (const path of forPrograms) {
  documentation.use(path, etag())
  documentation.use(path, cors({ origin: '*', allowMethods: ['GET', 'HEAD'] }))
}

documentation.get('/', (c) => c.redirect('/docs', 302))

documentation.get('/docs', async (c) => {
  const language = languageFor(c.req.query('lang'), c.req.header('accept-language'))
  const { id } = sampleFor(c.req.query('code'))
  const page = () => documentationPage(language, id, deploymentOf(c.env.context.settings))
  return reply(
    await once(c.env.context.settings, `docs ${language} ${id}`, page),
    pageHeaders(language),
  )
})

documentation.get('/docs/changes', async (c) => {
  const language = languageFor(c.req.query('lang'), c.req.header('accept-language'))
  const page = () => changesPage(language)
  return reply(
    await once(c.env.context.settings, `changes ${language}`, page),
    pageHeaders(language),
  )
})

for (const [path, text] of files) {
  documentation.get(path, async (c) => {
    const { settings } = c.env.context
    const write = () => (programs.has(path) ? programAt(text, deploymentOf(settings)) : text)
    const written = await once(settings, path, write)
    return reply(written, { 'content-type': 'text/plain; charset=utf-8' })
  })
}

documentation.get('/assets/:name', (c) => c.redirect(currentPath(c.req.param('name')), 302))

documentation.get('/openapi.json', async (c) => {
  const { settings } = c.env.context
  const json = () => JSON.stringify(openApiDocument(deploymentOf(settings).server))
  const written = await once(settings, 'openapi', json)
  return reply(written, { 'content-type': 'application/json; charset=utf-8' })
})

documentation.get('/docs/postman.json', async (c) => {
  const { settings } = c.env.context
  const language = languageFor(c.req.query('lang'), c.req.header('accept-language'))
  const json = () => JSON.stringify(postmanCollection(deploymentOf(settings), language))
  const headers = { 'content-type': 'application/json; charset=utf-8', vary: 'accept-language' }
  return reply(await once(settings, `postman ${language}`, json), headers)
})

// The pages' blocks as Markdown, so that both have the same text.
documentation.get('/docs/merchant-api.md', async (c) => {
  const language = languageFor(c.req.query('lang'), c.req.header('accept-language'))
  const deployment = deploymentOf(c.env.context.settings)
  const page = `${originOf(deployment)}/docs`
  const { id } = sampleFor(c.req.query('code'))
  const view = { language, say: sayIn(language), code: id }
  const markdown = () => documentationMarkdown(view, deployment, page)
  return reply(await once(c.env.context.settings, `markdown ${language} ${id}`, markdown), {
    'content-type': 'text/markdown; charset=utf-8',
    'content-language': languageTags[language],
    vary: 'accept-language',
  })
})

documentation.get('/llms.txt', async (c) => {
  const text = () => llmsText(originOf(deploymentOf(c.env.context.settings)))
  const written = await once(c.env.context.settings, 'llms', text)
  return reply(written, { 'content-type': 'text/plain; charset=utf-8' })
})

for (const path of ['/', '/docs', '/docs/changes', ...files.keys()]) {
  documentation.all(path, () => {
    throw methodNotAllowed('GET, HEAD')
  })
}
for (const path of forPrograms) {
  documentation.all(path, () => {
    throw methodNotAllowed('GET, HEAD, OPTIONS')
  })
}

// The page loads files of this host only, and its console asks this host only; nothing inline is allowed.
const pagePolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'"

function pageHeaders(language: Language): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-language': languageTags[language],
    'content-security-policy': pagePolicy,
    vary: 'accept-language',
  }
}

type TaggedText = { readonly text: string; readonly tag: string }

// Built once per isolate and settings. Results are kept, not promises: the promise of a cancelled request never
// settles, and later requests would wait for it.
const built = new WeakMap<Settings, Map<string, TaggedText>>()

async function once(settings: Settings, name: string, write: () => string): Promise<TaggedText> {
  const known = built.get(settings) ?? new Map<string, TaggedText>()
  built.set(settings, known)
  const written = known.get(name) ?? (await tagged(write()))
  known.set(name, written)
  return written
}

async function tagged(text: string): Promise<TaggedText> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  const hex = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0'))
  return { text, tag: `"${hex.join('').slice(0, 32)}"` }
}

function reply({ text, tag }: TaggedText, headers: Record<string, string>): Response {
  const cached = { 'cache-control': 'public, max-age=300', etag: tag }
  return new Response(text, { headers: { ...cached, ...headers } })
}

function deploymentOf(settings: Settings): Deployment {
  const { baseUrl, timestampToleranceSeconds, sandboxMerchant } = settings
  const { linkLifetimeSeconds, matchedGraceSeconds, inspectorUrl } = settings
  return {
    server: baseUrl?.origin ?? '/',
    toleranceSeconds: timestampToleranceSeconds,
    linkLifetimeSeconds,
    matchedGraceSeconds,
    inspector: inspectorUrl?.origin ?? null,
    sandbox: sandboxMerchant,
  }
}

// Without a base address the documents contain that of a local server.
function originOf({ server }: Deployment): string {
  return server === '/' ? 'http://localhost:8787' : server
}
