import { createConfig, lintFromString } from '@redocly/openapi-core'

/** A public linter's errors and warnings on an OpenAPI document, by its strictest rules, without exceptions. */
export async function problemsOf(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems.map(({ severity, ruleId, message, location }) => {
    return `${severity} ${ruleId} at ${location[0]?.pointer}: ${message}`
  })
}
