const names = /^((?:name|database_name|bucket_name|queue|dead_letter_queue|service) = ".*)"$/gm
const ids = /^((?:database_id|id) = )"[0-9a-f-]*"$/gm
// The tables that an environment repeats; it inherits the others.
const repeated =
  /^\[+(?:vars|secrets|version_metadata|d1_databases|kv_namespaces|r2_buckets|queues\..*|ratelimits|services)\]/

/**
 * The text of a wrangler file with both environments as they were before anybody provisioned them: made of the top
 * level, because the file itself has what its deployments have been given since.
 */
export function newEnvironments(file: string): string {
  const [topLevel = ''] = file.split(/^\[env\./m)
  const [head = '', ...tables] = topLevel.replace(/^account_id = .*\n/m, '').split(/^(?=\[)/m)
  const own = [/^name = .*\n/m.exec(head)?.[0] ?? '', ...tables.filter((one) => repeated.test(one))]
  const environments = ['staging', 'production'].flatMap((env, n) =>
    own.map((table) => {
      const text = table
        .replace(/^#.*\n/gm, '')
        .replace(names, table.startsWith('[[ratelimits') ? '$1"' : `$1-${env}"`)
        .replace(ids, (id) => id.replace(/[1-9a-f](?=[^"]*"$)/g, '0'))
        .replace(/^(namespace_id = ")\d/m, `$1${n + 2}`)
      return table.startsWith('[')
        ? text.replace(/^\[+/, (opening) => `${opening}env.${env}.`)
        : `[env.${env}]\n${text}\n`
    }),
  )
  return `${[head, ...tables, ...environments].join('').trimEnd()}\n`
}
