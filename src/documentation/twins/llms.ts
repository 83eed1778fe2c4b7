import { describedEndpoints } from '../described-endpoints.ts'
import { sampleLanguages } from '../samples/samples.ts'

/** `/llms.txt`: the documents for programs that read prose, as llmstxt.org defines it. `origin` is the base address. */
export function llmsText(origin: string): string {
  const endpoints = describedEndpoints().map(
    ({ method, path, summary }) => `- ${method} ${path}: ${summary.en}`,
  )
  const codes = sampleLanguages.map(({ id }) => id).join(', ')
  return `# Merchant Payment API

> Collections, payouts, payment links and callbacks for merchants in Taiwan (TWD). Requests are
> JSON over HTTPS, signed with MD5 over the sorted fields and an API secret; callbacks carry the
> same signature and that of Standard Webhooks.

The documentation is one page: a guide first, with samples in several languages, then the
reference. The Markdown has the same content as the page, with samples in the language that the
parameter \`code\` names: ${codes}. Use \`error\` to tell errors apart, never
\`message\`. Keep the API secret on the merchant's server.

## Documentation

- [Documentation in Markdown](${origin}/docs/merchant-api.md?lang=en): guide, samples, reference, changes; in English
- [Documentation in Markdown, Traditional Chinese](${origin}/docs/merchant-api.md?lang=zh): the same
- [OpenAPI 3.1](${origin}/openapi.json): every request, response, error and callback, with signed examples
- [Postman collection](${origin}/docs/postman.json): every request, with a signing script; can be imported into Bruno

## Samples

- [How to sign](${origin}/docs?lang=en#signing): the rule, a worked example, code to copy
- [How to receive callbacks](${origin}/docs?lang=en#receive): verify, reject old ones, handle each event once

## Optional

- [Documentation for people](${origin}/docs): search, console, signature doctor
- [Health](${origin}/health): whether the service is available

Endpoints:

${endpoints.join('\n')}
`
}
