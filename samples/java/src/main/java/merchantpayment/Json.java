package merchantpayment;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON whose values stay text, because that text is what is signed: 99.50 must not become 99.5. The
 * JDK has no JSON; if you use Jackson, JsonNode and BigDecimal do for everything but the number's
 * text.
 */
public final class Json {
    private final String text;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    /** The members of an object, each with the JSON text of its value. */
    public static Map<String, String> object(String text) {
        Json json = new Json(text);
        json.passBlank();
        Map<String, String> members = json.passObject();
        json.passEnd();
        return members;
    }

    /** The elements of an array, each as JSON text. */
    public static List<String> array(String text) {
        Json json = new Json(text);
        json.passBlank();
        List<String> elements = json.passArray();
        json.passEnd();
        return elements;
    }

    /**
     * The characters of a string; the text itself of anything else; nothing for null, or where
     * there is no value.
     */
    public static String plain(String text) {
        if (text == null || text.equals("null")) return "";
        return text.startsWith("\"") ? new Json(text).passString() : text;
    }

    /** A value as JSON text: String, BigDecimal, whole number, Boolean, Map, Iterable or null. */
    public static String write(Object value) {
        if (value == null || value instanceof Boolean) return String.valueOf(value);
        if (value instanceof Integer || value instanceof Long) return value.toString();
        if (value instanceof BigDecimal number) return number.toPlainString();
        if (value instanceof String characters) return quoted(characters);
        if (value instanceof Map<?, ?> map) {
            List<String> members = new ArrayList<>();
            map.forEach((name, member) -> members.add(write(name) + ":" + write(member)));
            return "{" + String.join(",", members) + "}";
        }
        if (value instanceof Iterable<?> list) {
            List<String> elements = new ArrayList<>();
            list.forEach(element -> elements.add(write(element)));
            return "[" + String.join(",", elements) + "]";
        }
        throw new IllegalArgumentException(value + " is no JSON; an amount is a BigDecimal");
    }

    private static String quoted(String characters) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : characters.toCharArray()) {
            if (c == '"' || c == '\\') quoted.append('\\').append(c);
            else if (c < ' ') quoted.append(String.format("\\u%04x", (int) c));
            else quoted.append(c);
        }
        return quoted.append('"').toString();
    }

    private Map<String, String> passObject() {
        Map<String, String> members = new LinkedHashMap<>();
        pass('{');
        for (boolean more = peek() != '}'; more; more = passIf(',')) {
            String name = passString();
            passBlank();
            pass(':');
            members.put(name, passValue());
        }
        passClosing('}');
        return members;
    }

    private List<String> passArray() {
        List<String> elements = new ArrayList<>();
        pass('[');
        for (boolean more = peek() != ']'; more; more = passIf(',')) {
            elements.add(passValue());
        }
        passClosing(']');
        return elements;
    }

    private String passValue() {
        int start = at;
        // Nothing of the service is as deep: what is would end in a StackOverflowError.
        if (++depth > 64) throw wrong();
        switch (peek()) {
            case '{' -> passObject();
            case '[' -> passArray();
            case '"' -> passString();
            default -> passWord();
        }
        depth--;
        String value = text.substring(start, at);
        passBlank();
        return value;
    }

    private void passWord() {
        int start = at;
        while (at < text.length() && "+-.0123456789Eaeflnrstu".indexOf(text.charAt(at)) >= 0) at++;
        String word = text.substring(start, at);
        String number = "-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?";
        if (!word.matches("true|false|null|" + number)) throw wrong();
    }

    private String passString() {
        StringBuilder characters = new StringBuilder();
        if (peek() != '"') throw wrong();
        for (at++; peek() != '"'; at++) {
            char c = peek();
            if (c < ' ') throw wrong();
            characters.append(c == '\\' ? passEscape() : c);
        }
        at++;
        return characters.toString();
    }

    private char passEscape() {
        at++;
        int which = "\"\\/bfnrt".indexOf(peek());
        if (which >= 0) return "\"\\/\b\f\n\r\t".charAt(which);
        String digits = text.substring(at + 1, Math.min(at + 5, text.length()));
        if (peek() != 'u' || !digits.matches("[0-9A-Fa-f]{4}")) throw wrong();
        at += 4;
        return (char) Integer.parseInt(digits, 16);
    }

    private void pass(char c) {
        passClosing(c);
        passBlank();
    }

    // Blanks behind a value are not part of it.
    private void passClosing(char c) {
        if (peek() != c) throw wrong();
        at++;
    }

    private boolean passIf(char c) {
        if (peek() != c) return false;
        pass(c);
        return true;
    }

    private void passBlank() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private void passEnd() {
        passBlank();
        if (at < text.length()) throw wrong();
    }

    private char peek() {
        if (at >= text.length()) throw wrong();
        return text.charAt(at);
    }

    private IllegalArgumentException wrong() {
        return new IllegalArgumentException("not JSON at character " + at);
    }
}
