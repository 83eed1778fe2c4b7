import { Ajv2020 } from '@redocly/ajv/dist/2020.js'
import { expect, inject, test } from 'vitest'
import { send } from '../../scripts/demo/http.ts'
import { openApiDocument } from '../../src/backoffice/openapi/document.ts'

const backoffice = inject('backofficeUrl')

test('the back office serves its OpenAPI document, and answers as it says', async () => {
  const { status, body: document } = await send('GET', `${backoffice}/api/openapi.json`)
  expect(status).toBe(200)
  expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument())))

  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
  for (const keyword of Object.keys(document)) ajv.addKeyword(keyword)
  ajv.addSchema(document, 'api')
  const paths = ['/api/merchants', '/api/merchants/DEMO0001/balance', '/api/overview', '/health']
  for (const path of paths) {
    const answer = await send('GET', `${backoffice}${path}`)
    expect(answer.status).toBe(200)
    const operation = document.paths[path.replace('DEMO0001', '{uid}')].get
    const { $ref } = operation.responses[200].content['application/json'].schema
    expect(ajv.validate({ $ref: `api${$ref}` }, answer.body), ajv.errorsText()).toBe(true)
  }
})
