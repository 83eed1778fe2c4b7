// Each line: a request as a Java program with one mistake (or none) builds and signs it.
import java.math.*;
import java.net.URLEncoder;
import java.nio.charset.*;
import java.security.MessageDigest;
import java.text.*;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class Kept {
  static final String SECRET = "java-secret-Hs4yT8kE2pU6vB0nR5gM9cJw", KEY = "&key=" + SECRET;

  static byte[] hash(String name, byte[] text) {
    try { return MessageDigest.getInstance(name).digest(text); } catch (Exception e) { throw new RuntimeException(e); }
  }
  static String hex(byte[] b) { return IntStream.range(0, b.length).mapToObj(i -> String.format("%02X", b[i])).collect(Collectors.joining()); }
  static String md5(String s) { return hex(hash("MD5", s.getBytes(StandardCharsets.UTF_8))); }
  static String quote(String s) {
    var out = new StringBuilder("\"");
    for (char c : s.toCharArray()) out.append(c == '"' ? "\\\"" : c == '\\' ? "\\\\" : c == '\n' ? "\\n" : String.valueOf(c));
    return out.append('"').toString();
  }
  static String json(Object v) { // what Jackson writes
    if (v instanceof Map<?, ?> m) return m.entrySet().stream().map(e -> quote(e.getKey().toString()) + ":" + json(e.getValue())).collect(Collectors.joining(",", "{", "}"));
    return v instanceof String s ? quote(s) : String.valueOf(v);
  }
  static String value(Object v) { return v instanceof Map ? json(v) : String.valueOf(v); }
  static String text(Map<String, Object> p, Function<Object, String> of) {
    return new TreeMap<>(p).entrySet().stream().filter(e -> e.getValue() != null && !e.getValue().equals(""))
      .map(e -> e.getKey() + "=" + of.apply(e.getValue())).collect(Collectors.joining("&"));
  }
  static String right(Map<String, Object> p) { return text(p, Kept::value); }
  static Map<String, Object> with(Map<String, Object> p, Object... kv) {
    var q = new LinkedHashMap<>(p);
    for (int i = 0; i < kv.length; i += 2) q.put((String) kv[i], kv[i + 1]);
    return q;
  }
  static void keep(String mistake, String made, Map<String, Object> body, String sign) { line(mistake, made, "json", json(with(body, "sign", sign))); }
  static void line(String mistake, String made, String type, String body) {
    System.out.println(json(with(new LinkedHashMap<>(), "by", "java", "mistake", mistake, "made", made, "type", type, "secret", SECRET, "body", body)));
  }

  public static void main(String[] args) throws Exception {
    Map<String, Object> flat = with(new HashMap<>(), "uid", "DEMO0001", "timestamp", 1764338400, "orderid", "J-8", "amount", new BigDecimal("1200.50"),
      "user_name", "陳大文", "notify_url", "https://shop.example/java?x=a b");
    var extra = new LinkedHashMap<String, Object>(); extra.put("memo", "備註"); extra.put("n", 3);
    var base = with(flat, "extra", extra);
    // mistakes
    keep("order_unsorted: in the order of a HashMap", "HashMap instead of TreeMap", flat, md5(new HashMap<>(flat).entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).collect(Collectors.joining("&")) + KEY));
    keep("charset_other: Chinese as question marks", "getBytes(US_ASCII), the default of some containers", flat, hex(hash("MD5", (right(flat) + KEY).getBytes(StandardCharsets.US_ASCII))));
    var big5 = Charset.forName("Big5"); var gbk = Charset.forName("GBK");
    keep("charset_other: text in GBK", "getBytes(\"GBK\")", flat, hex(hash("MD5", (right(flat) + KEY).getBytes(gbk))));
    keep("charset_other: text in UTF-16", "getBytes(UTF_16)", flat, hex(hash("MD5", (right(flat) + KEY).getBytes(StandardCharsets.UTF_16))));
    for (int i = 0; i < 40; i++) { // an order number whose hash has a zero in front
      var p = with(flat, "orderid", "J-9-" + i); var sum = hash("MD5", (right(p) + KEY).getBytes(StandardCharsets.UTF_8));
      if ((sum[0] & 0xf0) != 0) continue;
      keep("digest_zeros: zero in front of the sign lost", "new BigInteger(1, digest).toString(16)", p, new BigInteger(1, sum).toString(16)); break;
    }
    for (int i = 0; i < 40; i++) {
      var p = with(flat, "orderid", "J-10-" + i); var bare = new StringBuilder();
      for (byte b : hash("MD5", (right(p) + KEY).getBytes(StandardCharsets.UTF_8))) bare.append(Integer.toHexString(b & 0xff));
      if (bare.length() == 32) continue;
      keep("digest_zeros: zeros inside the sign lost", "Integer.toHexString(b & 0xff)", p, bare.toString()); break;
    }
    keep("nested_not_json: extra signed as {memo=...}", "Map.toString()", base, md5(text(base, String::valueOf) + KEY));
    var nul = with(flat, "channel", null);
    keep("null_as_word: null signed as null", "k + \"=\" + v of a null", nul, md5(new TreeMap<>(nul).entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).collect(Collectors.joining("&")) + KEY));
    keep("url_encoded_plus: percent-encoded, spaces as +", "URLEncoder.encode(v, UTF_8)", flat, md5(text(flat, v -> URLEncoder.encode(String.valueOf(v), StandardCharsets.UTF_8)) + KEY));
    var insensitive = with(new HashMap<>(), "uid", "DEMO0001", "timestamp", 1764338400, "merchant_order_no", "L-2", "member_no", "7", "member_name", "Wu", "payerAccountNumber", "99887766", "payer_account_last5", "87766", "notify_url", "https://shop.example/n");
    var tree = new TreeMap<String, Object>(String.CASE_INSENSITIVE_ORDER); tree.putAll(insensitive);
    keep("order_any_case: sorted without case", "TreeMap(String.CASE_INSENSITIVE_ORDER)", insensitive, md5(tree.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).collect(Collectors.joining("&")) + KEY));
    keep("number_exponent: amount signed as 1.0E7", "String.valueOf(double)", with(flat, "amount", 10000000), md5(right(with(flat, "amount", 1.0E7)) + KEY));
    keep("number_exponent: amount signed as 1E+2", "stripTrailingZeros().toString()", with(flat, "amount", 100), md5(right(with(flat, "amount", new BigDecimal("100").stripTrailingZeros())) + KEY));
    keep("number_marks: amount signed as 1,200.50", "NumberFormat", flat, md5(right(with(flat, "amount", new DecimalFormat("#,##0.00", DecimalFormatSymbols.getInstance(Locale.US)).format(1200.5))) + KEY));
    keep("number_whole: amount lost its cents", "amount.intValue()", flat, md5(right(with(flat, "amount", 1200)) + KEY));
    keep("names_style: names in camel case signed", "getters instead of @JsonProperty", flat, md5("amount=1200.50&notifyUrl=https://shop.example/java?x=a b&orderid=J-8&timestamp=1764338400&uid=DEMO0001&userName=陳大文" + KEY));
    keep("digest_twice: the legacy hash over the current text", "md5(sha256(text))", flat, md5(hex(hash("SHA-256", (right(flat) + KEY).getBytes(StandardCharsets.UTF_8))).toLowerCase()));
    keep("left_out: user_name left out", "Chinese fields not signed", flat, md5(right(with(flat, "user_name", null)) + KEY));
    keep("key_other_name: wrong word before the secret", "\"&secret=\" + secret", flat, md5(right(flat) + "&secret=" + SECRET));
    keep("key_other_name: key in upper case", "\"&KEY=\" + secret", flat, md5(right(flat) + "&KEY=" + SECRET));
    keep("json_spaced: extra left as text of Gson with spaces", "extra pretty printed for the sign", base, md5(text(base, v -> v instanceof Map ? "{\n  \"memo\": \"備註\",\n  \"n\": 3\n}" : String.valueOf(v)) + KEY));
    keep("charset_other: sign of another charset of the body", "body in UTF-8, text through ISO-8859-1", flat, md5(new String((right(flat) + KEY).getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1)));
    keep("digest_short: 16 characters of the hash", "md5.substring(8, 24)", flat, md5(right(flat) + KEY).substring(8, 24));
    // right ones
    keep(null, "TreeMap, Jackson", base, md5(right(base) + KEY));
    keep(null, "nulls of Jackson", nul, md5(right(nul) + KEY));
    keep(null, "amount 1200.50 sent, 1200.5 signed", flat, md5(right(with(flat, "amount", "1200.5")) + KEY));
    keep(null, "amount 1.0E7 sent and signed", with(flat, "amount", 1.0E7), md5(right(with(flat, "amount", 1.0E7)) + KEY));
    keep(null, "amount 1E+2 sent, 100 signed", with(flat, "amount", new BigDecimal("1E+2")), md5(right(with(flat, "amount", 100)) + KEY));
    line(null, "Gson's HTML escapes sent, plain signed", "json", json(with(base, "extra", Map.of("q", "a&b=c"), "sign", md5(right(with(base, "extra", Map.of("q", "a&b=c"))) + KEY))).replace("a&b=c", "a\\u0026b\\u003dc"));
    line(null, "form body", "form", with(flat, "sign", md5(right(flat) + KEY)).entrySet().stream().map(e -> e.getKey() + "=" + URLEncoder.encode(String.valueOf(e.getValue()), StandardCharsets.UTF_8)).collect(Collectors.joining("&")));
  }
}
