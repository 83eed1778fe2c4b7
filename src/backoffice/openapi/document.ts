import * as z from 'zod'
import { inBoth, introduction, tags } from './labels.ts'
import { operationOf } from './operation.ts'
import { refusedResponses } from './refused-responses.ts'
import { type Route, routes } from './routes.ts'
import { type Json, schemaOfComponent, withoutNoise } from './schemas.ts'

/** The back office's API for machines (decisions §9): OpenAPI 3.1 of its table of calls, and nothing else. */
export function openApiDocument(): Json {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Back office',
      version: '1.0.0',
      summary: '後台 API / The back office’s API',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ access: [] }],
    tags: Object.entries(tags).map(([name, meaning]) => ({ name, description: inBoth(meaning) })),
    paths: pathsOf(routes()),
    components: {
      securitySchemes: {
        access: {
          type: 'apiKey',
          in: 'header',
          name: 'cf-access-jwt-assertion',
          description:
            '由 Cloudflare Access 加入 / Added by Cloudflare Access, which knows the person or service token',
        },
      },
      schemas: componentSchemas(),
      responses: refusedResponses(),
    },
  }
}

function pathsOf(all: readonly Route[]): Json {
  const paths = new Map<string, Json>()
  for (const route of all) {
    // The router's `:id{[0-9]+}` is OpenAPI's `{id}`.
    const path = route.call.path
      .replace(/:(\w+)\{[^/]*\[\.\]csv\}/g, '{$1}.csv')
      .replace(/:(\w+)(\{[^/]*\})?/g, '{$1}')
    const method = route.call.method.toLowerCase()
    paths.set(path, { ...paths.get(path), [method]: operationOf(route) })
  }
  return Object.fromEntries(paths)
}

// Every schema of an answer that has a name, under it.
function componentSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    uri: schemaOfComponent,
    override: withoutNoise,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  )
}
