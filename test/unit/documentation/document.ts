import { openApiDocument } from '../../../src/documentation/openapi.ts'

/** The OpenAPI document as its readers get it. */
// biome-ignore lint/suspicious/noExplicitAny: it is read without types
export const document: any = JSON.parse(JSON.stringify(openApiDocument('https://pay.example')))
