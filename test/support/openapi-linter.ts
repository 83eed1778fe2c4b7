import { createConfig, lintFromString } from '@redocly/openapi-core'

/** What a public linter finds in an OpenAPI document, errors and warnings, by its strictest rules, with no exception. */
export async function problemsOf(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems.map(({ severity, ruleId, message, location }) => {
    return `${severity} ${ruleId} at ${location[0]?.pointer}: ${message}`
  })
}
