import type { Deployment } from '../blocks.ts'

/** The three settings that every command of the page uses. */
export function sandboxSettings({ server, sandbox }: Deployment): string {
  const { uid, secret } = sandbox ?? {
    uid: '<your sandbox uid>',
    secret: '<your sandbox secret>',
  }
  const api = server === '/' ? '<base address>' : server
  return `PAY_API=${quoted(api)}\nPAY_UID=${quoted(uid)}\nPAY_SECRET=${quoted(secret)}`
}

/** Signs fields and sends them as a form: the signature of §5.3 in a shell. */
export const payFunction = `# pay <endpoint> <name=value>...
pay() {
  local endpoint="$1" text sign field form=()
  shift
  set -- "uid=$PAY_UID" "timestamp=$(date +%s)" "$@"
  text=$(printf '%s\\n' "$@" | grep -v '=$' | LC_ALL=C sort | paste -s -d '&' -)
  sign=$(printf '%s' "$text&key=$PAY_SECRET" | openssl md5 -r | cut -c 1-32 | tr a-f A-F)
  for field in "$@" "sign=$sign"; do form+=(--data-urlencode "$field"); done
  curl -sS -H "Accept-Language: \${LANG%%_*}" "$PAY_API/api/v1/merchant/$endpoint" "\${form[@]}"
  echo
}`

function quoted(value: string): string {
  return `'${value.replaceAll("'", `'\\''`)}'`
}
