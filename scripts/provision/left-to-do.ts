import type { Needs, WorkerNeeds } from './needs.ts'

/** What is left to a person, with the exact steps; of what is done already nothing. */
export function leftToDo({ env, workers }: Needs): string {
  const [pay, backoffice] = workers
  const steps = [...hostnames(env, pay), ...access(env, backoffice)]
  if (steps.length === 0) {
    return [
      '',
      `Nothing is left to do for ${env}. Within minutes ${pay?.configuration.vars.BASE_URL}/health answers "ok":1.`,
      'Commit wrangler.toml and wrangler.backoffice.toml.',
    ].join('\n')
  }
  const numbered = steps.map((step, n) => `${n + 1}. ${step.join('\n   ')}`)
  return [
    '',
    `Left to you for ${env}. Until then no hostname leads to it:`,
    '',
    ...numbered,
    `${steps.length + 1}. Give the same command again, which deploys it. Commit wrangler.toml and wrangler.backoffice.toml.`,
  ].join('\n')
}

function hostnames(env: string, worker: WorkerNeeds | undefined): string[][] {
  if (worker === undefined) return []
  const { vars, routes = [] } = worker.configuration
  const unset = ['BASE_URL', 'EXCHANGE_URL'].filter((name) => !vars[name])
  if (unset.length === 0 && routes.length > 0) return []
  return [
    [
      'Hostnames. Choose two in a zone of the account, one for merchants and one for members: neither has to exist in DNS.',
      `In ${worker.file}, below [env.${env}] and above its first [env.${env}.…]:`,
      '  routes = [',
      '    { pattern = "pay.example.com", custom_domain = true },',
      '    { pattern = "exchange.example.com", custom_domain = true },',
      '  ]',
      `and below [env.${env}.vars]:`,
      '  BASE_URL = "https://pay.example.com"',
      '  EXCHANGE_URL = "https://exchange.example.com"',
    ],
  ]
}

function access(env: string, worker: WorkerNeeds | undefined): string[][] {
  if (worker === undefined) return []
  const { vars, routes = [] } = worker.configuration
  const steps: string[][] = []
  if (!vars.ACCESS_TEAM_DOMAIN || !vars.ACCESS_AUD) {
    steps.push([
      'Cloudflare Access, before the back office gets its hostname. In the dashboard, Zero Trust:',
      '  Access > Applications > Add an application > Self-hosted: public hostname backoffice.example.com, session 12 hours.',
      '  Its policy: action Allow, include Emails, the addresses of the people of the back office.',
      '  For a program: Access > Service auth > Create a service token, and a second policy, action Service Auth, that has it.',
      '  Copy the application’s audience tag (AUD), and the team domain from Settings.',
      `In ${worker.file}, below [env.${env}.vars]:`,
      '  ACCESS_TEAM_DOMAIN = "team.cloudflareaccess.com"',
      '  ACCESS_AUD = "<the audience tag>"',
    ])
  }
  if (operatorsIn(vars.ACCESS_ROLES) < 2) {
    steps.push([
      'Two operators: one alone can approve nothing. They name everybody else at the desk.',
      `In ${worker.file}, below [env.${env}.vars]:`,
      `  ACCESS_ROLES = '{"first@example.com":"operator","second@example.com":"operator"}'`,
    ])
  }
  if (routes.length === 0) {
    steps.push([
      'The back office’s hostname, once Access stands before it.',
      `In ${worker.file}, below [env.${env}] and above its first [env.${env}.…]:`,
      '  routes = [{ pattern = "backoffice.example.com", custom_domain = true }]',
    ])
  }
  return steps
}

function operatorsIn(roles: unknown): number {
  try {
    const parsed: unknown = JSON.parse(String(roles))
    const list = Object.values(typeof parsed === 'object' && parsed !== null ? parsed : {})
    return list.filter((role) => role === 'operator').length
  } catch {
    return 0
  }
}
