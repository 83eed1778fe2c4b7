import type { Needs } from './needs.ts'

/** The remaining steps of a person, which docs/deploying.md explains. */
export function remainingSteps({ env, workers: [pay, backoffice] }: Needs): string {
  const { vars = {}, routes = [] } = pay?.configuration ?? {}
  const { vars: access = {}, routes: hidden = [] } = backoffice?.configuration ?? {}
  const steps: readonly (readonly [boolean, string])[] = [
    [
      Boolean(vars.BASE_URL && vars.EXCHANGE_URL && routes.length > 0),
      `two hostnames: routes, BASE_URL and EXCHANGE_URL in ${pay?.file}`,
    ],
    [
      Boolean(access.ACCESS_TEAM_DOMAIN && access.ACCESS_AUD),
      'Cloudflare Access for the back office, with a policy that has the action Allow; then ACCESS_TEAM_DOMAIN ' +
        `and ACCESS_AUD in ${backoffice?.file}`,
    ],
    [
      operatorsIn(access.ACCESS_ROLES) >= 2,
      'two operators, because an approval needs a second one: ' +
        `ACCESS_ROLES = '{"first@example.com":"operator","second@example.com":"operator"}'`,
    ],
    [
      Boolean(vars.ALARM_WEBHOOK_URL || vars.TELEGRAM_CHAT_ID),
      'a channel for alarms: ALARM_WEBHOOK_URL or TELEGRAM_CHAT_ID ' +
        `in ${pay?.file}, and its secret (docs/watching.md); POST /api/alarms/test sends a test alarm`,
    ],
    [
      Boolean(vars.HEARTBEAT_URL),
      'a monitor outside Cloudflare, which notices a stopped cron: it requests /health of the merchant host each minute, ' +
        `and expects the heartbeat at its address, HEARTBEAT_URL in ${pay?.file}`,
    ],
    [
      Boolean(vars.CALLBACK_DNS_URL),
      `CALLBACK_DNS_URL in ${pay?.file}, for example https://cloudflare-dns.com/dns-query, to resolve receivers' names ` +
        'before each callback',
    ],
    [hidden.length > 0, `the back office's hostname, last: routes in ${backoffice?.file}`],
  ]
  const undone = steps.flatMap(([isDone, step]) => (isDone ? [] : [step]))
  const release =
    'commit wrangler.toml and wrangler.backoffice.toml; then deploy the commit with ' +
    `\`npm run release -- --env ${env}\``
  if (undone.length === 0) return `\n${env} is provisioned. Remaining: ${release}.`
  const numbered = undone.map((step, n) => `${n + 1}. ${step}`)
  const hasHostnames = routes.length > 0 && hidden.length > 0
  return [
    `\nRemaining steps for ${env} (docs/deploying.md)${hasHostnames ? '' : '; it has no hostname yet'}:`,
    ...numbered,
    `${undone.length + 1}. ${release}.`,
  ].join('\n')
}

function operatorsIn(roles: unknown): number {
  try {
    const all: unknown = JSON.parse(String(roles))
    return Object.values(Object(all)).filter((role) => role === 'operator').length
  } catch {
    return 0
  }
}
