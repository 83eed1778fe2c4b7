import { createConfig, lintFromString } from '@redocly/openapi-core'

/** What a public linter finds in an OpenAPI document, errors and warnings, by its recommended rules. */
export async function problemsOf(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems.map(({ severity, ruleId, message, location }) => {
    return `${severity} ${ruleId} at ${location[0]?.pointer}: ${message}`
  })
}
