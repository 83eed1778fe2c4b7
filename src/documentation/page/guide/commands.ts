import type { Deployment } from '../blocks.ts'

/** The three settings that every command of the page uses. */
export function sandboxSettings(deployment: Deployment): string {
  const { api, uid, secret } = settingsOf(deployment)
  return `PAY_API=${quoted(api)}\nPAY_UID=${quoted(uid)}\nPAY_SECRET=${quoted(secret)}`
}

/**
 * The first request in PowerShell, 5.1 or newer: its fields are written in the order in which they are signed. Messages
 * are in the page's language.
 */
export function powershellRequest(deployment: Deployment, language: 'zh-TW' | 'en'): string {
  const { api, uid, secret } = settingsOf(deployment)
  const text = (value: string) => `'${value.replaceAll("'", "''")}'`
  return `$api = ${text(api)}
$secret = ${text(secret)}
$now = [DateTimeOffset]::Now.ToUnixTimeSeconds()
$fields = [ordered]@{
  amount = '100'; orderid = "FIRST-$now-$(Get-Random)"; timestamp = "$now"; uid = ${text(uid)}
}
$pairs = $fields.Keys | ForEach-Object { "$_=$($fields[$_])" }
$bytes = [Text.Encoding]::UTF8.GetBytes(($pairs -join '&') + "&key=$secret")
$md5 = [Security.Cryptography.MD5]::Create().ComputeHash($bytes)
$fields['sign'] = ($md5 | ForEach-Object { $_.ToString('X2') }) -join ''
$url = "$api/api/v1/merchant/collections"
$headers = @{ 'Accept-Language' = '${language}' }
Invoke-RestMethod $url -Method Post -Headers $headers -Body $fields | ConvertTo-Json`
}

function settingsOf({ server, sandbox }: Deployment) {
  const { uid, secret } = sandbox ?? {
    uid: '<your sandbox uid>',
    secret: '<your sandbox secret>',
  }
  return { api: server === '/' ? '<base address>' : server, uid, secret }
}

/** Signs fields and sends them as a form: the signature of §5.3 in a shell. Messages are in the page's language. */
export function payFunction(language: 'zh-TW' | 'en'): string {
  return `# pay <endpoint> <name=value>...
pay() {
  local endpoint="$1" text sign field form=()
  shift
  set -- "uid=$PAY_UID" "timestamp=$(date +%s)" "$@"
  text=$(printf '%s\\n' "$@" | grep -v '^[^=]*=$' | LC_ALL=C sort | paste -s -d '&' -)
  sign=$(printf '%s' "$text&key=$PAY_SECRET" | openssl md5 -r | cut -c 1-32 | tr a-f A-F)
  for field in "$@" "sign=$sign"; do form+=(--data-urlencode "$field"); done
  curl -sS -H 'Accept-Language: ${language}' "$PAY_API/api/v1/merchant/$endpoint" "\${form[@]}"
  echo
}`
}

function quoted(value: string): string {
  return `'${value.replaceAll("'", `'\\''`)}'`
}
