<?php
// Each line: a request as a PHP program with one mistake (or none) builds and signs it.
const SECRET = 'php-secret-7Kq2vX9mB4tR8wZ1nD6yH3sL';
$base = ['uid' => 'DEMO0001', 'timestamp' => 1764338400, 'orderid' => 'P-2025-1', 'amount' => 1500,
  'user_name' => '王小明', 'notify_url' => 'https://shop.example/notify?a=1&b=2', 'extra' => ['memo' => '訂單/一', 'cart' => 7]];
$plain = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;
function text($p, $flags) { // what a right program signs
  unset($p['sign']);
  $p = array_filter($p, fn($v) => $v !== null && $v !== '');
  ksort($p, SORT_STRING);
  $out = [];
  foreach ($p as $k => $v) {
    $out[] = "$k=" . (is_array($v) ? json_encode($v, $flags) : (is_bool($v) ? ($v ? 'true' : 'false') : (is_float($v) ? json_encode($v) : $v)));
  }
  return implode('&', $out);
}
function keep($mistake, $made, $body, $sign, $type = 'json', $flags = null, $secret = SECRET, $pasted = null) {
  global $plain;
  $flags ??= $plain;
  $body['sign'] = $sign;
  $sent = $type === 'form' ? http_build_query($body) : json_encode($body, $flags);
  echo json_encode(['by' => 'php', 'mistake' => $mistake, 'made' => $made, 'type' => $type, 'secret' => $secret, 'body' => $sent] + ($pasted === null ? [] : ['pasted' => $pasted]), $plain), "\n";
}
$k = '&key=' . SECRET;
$up = fn($s) => strtoupper(md5($s));
// --- mistakes
$flat = $base; unset($flat['extra']);
ksort($flat);
keep('url_encoded: values are percent-encoded before hashing', 'http_build_query($p) . "&key=" . $secret', $flat, $up(http_build_query($flat) . $k));
$p = $base; ksort($p);
keep('nested_flattened+url_encoded: extra signed as extra[memo]=..., percent-encoded', 'http_build_query of a nested array', $p, $up(http_build_query($p) . $k));
keep('nested_flattened: extra signed as extra[memo]=...', 'urldecode(http_build_query($p))', $p, $up(urldecode(http_build_query($p)) . $k));
keep('field_ignored: extra sent as form fields extra[memo], signed as JSON', 'form body by http_build_query, extra signed by json_encode', $base, $up(text($base, $plain) . $k), 'form');
keep('escaped_php: extra signed with escapes, sent without', 'json_encode($extra) for the sign, JSON_UNESCAPED_* for the body', $base, $up(text($base, 0) . $k));
keep('key_bare: the secret is appended without &key=', 'md5($text . $secret)', $base, $up(text($base, $plain) . SECRET));
$z = ['uid' => 'DEMO0001', 'timestamp' => 1764338400, 'orderid' => 'P-2025-2', 'amount' => 1500, 'paid_amount' => 0, 'user_id' => '0'];
keep('zero_dropped: 0 is dropped', 'array_filter($p) without a callback', $z, $up(text(array_filter($z), $plain) . $k));
$early = $flat; unset($early['notify_url']);
keep('left_out: notify_url left out', 'sign made before notify_url is added', $flat, $up(text($early, $plain) . $k));
$f = $z; unset($f['paid_amount']); $f['amount'] = 0.1 + 0.2; ksort($f);
$s = []; foreach ($f as $n => $v) $s[] = "$n=$v";
keep('number_rounded: amount signed as 0.3, sent as 0.30000000000000004', '0.1 + 0.2 in a string and in json_encode', $f, $up(implode('&', $s) . $k));
$n = $flat; $n['amount'] = number_format(12500, 2); $m = $flat; $m['amount'] = 12500;
keep('number_marks: amount signed with thousands separator', 'number_format($amount, 2)', $m, $up(text($n, $plain) . $k));
keep('key_hmac: HMAC instead of MD5', 'hash_hmac("md5", $text, $secret)', $flat, strtoupper(hash_hmac('md5', text($flat, $plain), SECRET)));
keep('key_hmac: HMAC with key= too', 'hash_hmac("md5", $text . "&key=" . $secret, $secret)', $flat, strtoupper(hash_hmac('md5', text($flat, $plain) . $k, SECRET)));
$h = $flat; $h['notify_url'] = htmlspecialchars($h['notify_url']);
keep('escaped_entities: value HTML-escaped for the sign', 'htmlspecialchars($v)', $flat, $up(text($h, $plain) . $k));
$a = array_map('strval', $flat); asort($a); $s = []; foreach ($a as $n => $v) $s[] = "$n=$v";
keep('order_other: sorted by values', 'asort($p) for ksort($p)', $flat, $up(implode('&', $s) . $k));
keep('digest_base64: base64 of the raw hash', 'base64_encode(md5($text, true))', $flat, base64_encode(md5(text($flat, $plain) . $k, true)));
keep('secret_blank: newline behind the secret', 'file_get_contents("secret.txt") without trim', $flat, $up(text($flat, $plain) . $k . "\n"));
$s = ''; foreach ($flat as $n => $v) $s .= "$n=$v&";
keep('key_extra: doubled & before key', '$s .= "$k=$v&" and "&key="', $flat, $up($s . $k));
keep('charset_other: text in Big5', 'iconv("UTF-8", "BIG5", $text)', $flat, $up(iconv('UTF-8', 'BIG5', text($flat, $plain)) . $k));
keep('digest_twice: hashed twice', 'md5(md5($text))', $flat, $up(md5(text($flat, $plain) . $k)));
$i = $flat; $i['user_name'] = null; $s = []; ksort($i); foreach ($i as $n => $v) $s[] = "$n=$v";
keep('empties_kept: a null kept as user_name=', 'null joined as an empty text', $i, $up(implode('&', $s) . $k));
$slash = $flat; $slash['notify_url'] = str_replace('/', '\/', $slash['notify_url']); // values cut out of the JSON text
keep('escaped_slash: a URL signed with its \/ escapes', 'values cut out of json_encode\'s text', $flat, $up(text($slash, $plain) . $k));
$b = $z; unset($b['paid_amount']); $b['extra'] = serialize(['a' => 1]); $c = $b; $c['extra'] = ['a' => 1];
keep('nested_not_json: extra signed by serialize()', 'serialize($extra) signed, json_encode sent', $c, $up(text($b, $plain) . $k));
$y = ['uid' => 'DEMO0001', 'timestamp' => 1764338400, 'serial_no' => 'W-1', 'amount' => 99.5, 'payee_name' => 'A & B = C', 'is_delayed' => false, 'note' => ''];
$s = []; $w = $y; ksort($w); unset($w['note']); foreach ($w as $n => $v) $s[] = "$n=$v";
keep('boolean_text: false signed as is_delayed=', '"$k=$v" of false', $y, $up(implode('&', $s) . $k));
// with the string that was signed
$c = $base; $c['amount'] = '1500.004'; ksort($c); $t = http_build_query($c) . $k;
keep('url_encoded+nested_flattened+changed: a string with extra%5Bmemo%5D, amount changed', 'http_build_query of another amount; the string is pasted', $base, $up($t), 'json', null, SECRET, $t);
$t = http_build_query($p) . '&key=another-secret-of-thirty-two-characters';
keep('nested_flattened+url_encoded+secret_other: a string with extra%5Bmemo%5D, another secret', 'http_build_query, another secret; the string is pasted', $base, $up($t), 'json', null, SECRET, $t);
// --- right ones
keep(null, 'false cast to text and dropped as empty', $y, $up(text(array_map('strval', $y), $plain) . $k));
keep(null, 'ksort, json_encode unescaped', $base, $up(text($base, $plain) . $k));
keep(null, 'json_encode with default flags for the body and the sign', $base, $up(text($base, 0) . $k), 'json', 0);
keep(null, 'json_encode with default flags for the body, unescaped signed', $base, $up(text($base, $plain) . $k), 'json', 0);
$g = $base; $g['extra'] = json_encode($base['extra'], $plain);
keep(null, 'form body, extra as JSON text', $g, $up(text($g, $plain) . $k), 'form');
keep(null, 'zeros signed', $z, $up(text($z, $plain) . $k));
keep(null, 'lower-case hex', $y, md5(text($y, $plain) . $k));
