import * as z from 'zod'
import type { Call } from '../../contract/back-office/call.ts'
import { waitingView } from '../../contract/back-office/common-answers.ts'
import { inBoth, nounOf } from './labels.ts'
import { refusedStatuses } from './refused-responses.ts'
import type { Route } from './routes.ts'
import { type Json, requestSchema, schemaOfComponent } from './schemas.ts'

/** A route as an operation of the document. */
export function operationOf({ name, call, roles }: Route): Json {
  const { path, summary, notes, answer, waits, also = [], status = 200 } = call
  const description = [
    `角色 / Roles: ${roles.join(', ')}`,
    ...(notes === undefined ? [] : [inBoth(notes)]),
    ...(waits ? ['可能須由另一人核准，回應 202 / May wait for a second person: 202'] : []),
  ]
  const parameters = [...pathParameters(path), ...queryParameters(call)]
  return {
    operationId: name,
    summary: inBoth(summary),
    description: description.join('\n\n'),
    tags: [nounOf(path)],
    'x-roles': roles,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(call),
    responses: {
      [status]: answered('完成 / Done', answer),
      ...Object.fromEntries(also.map((one) => [one.status, answered('完成 / Done', one.answer)])),
      ...(waits ? { 202: waitingOr(status === 202 ? answer : null) } : {}),
      ...Object.fromEntries(
        refusedStatuses(call).map((one) => [one, { $ref: `#/components/responses/Refused${one}` }]),
      ),
    },
  }
}

// A call whose work continues after the answer has the status 202, too.
function waitingOr(answer: Call['answer'] | null): Json {
  const waiting = answered('等候另一人核准 / Waits for a second person', waitingView)
  if (answer === null || answer === 'csv') return waiting
  const description = '等候另一人核准，或已開始 / Waits for a second person, or has begun'
  const anyOf = [waitingView, answer].map((one) => ({ $ref: schemaOfComponent(schemaName(one)) }))
  return { description, ...jsonOf({ anyOf }) }
}

function answered(description: string, answer: Call['answer']): Json {
  if (answer === 'csv') {
    return { description, content: { 'text/csv': { schema: { type: 'string' } } } }
  }
  return { description, ...jsonOf({ $ref: schemaOfComponent(schemaName(answer)) }) }
}

function schemaName(answer: z.ZodType): string {
  const id = z.globalRegistry.get(answer)?.id
  if (id === undefined) throw new Error('an answer has no name')
  return id
}

function pathParameters(path: string): readonly Json[] {
  return [...path.matchAll(/:(\w+)(?:\{([^/]*)\})?/g)].map(([, name, pattern]) => {
    const form = pattern?.replace('[.]csv', '')
    const schema = { type: 'string', ...(form === undefined ? {} : { pattern: `^${form}$` }) }
    return { name, in: 'path', required: true, schema }
  })
}

function queryParameters({ query }: Call): readonly Json[] {
  if (query === undefined) return []
  const { properties = {}, required = [] } = requestSchema(query)
  return Object.entries(properties).map(([name, schema]) => {
    return { name, in: 'query', required: required.includes(name), schema }
  })
}

function requestBody({ body, file }: Call): Json {
  if (file !== undefined) {
    const description = `至多 ${file.bytesMax} 位元組 / At most ${file.bytesMax} bytes`
    // Any encoding is allowed: JSON Schema leaves it open.
    return { requestBody: { description, required: true, content: { [file.mediaType]: {} } } }
  }
  if (body === undefined) return {}
  return { requestBody: { required: true, ...jsonOf(requestSchema(body)) } }
}

function jsonOf(schema: Json): Json {
  return { content: { 'application/json': { schema } } }
}
