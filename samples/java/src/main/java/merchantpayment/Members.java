package merchantpayment;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * A JSON object that came: an answer, what is in it, or a callback.
 *
 * @param json each member's JSON text, which is what is signed; a string has its quotation marks
 */
public record Members(Map<String, String> json) {
    /** Throws IllegalArgumentException where the text is no JSON object. */
    public static Members of(String text) {
        return new Members(Json.object(text));
    }

    /** The characters of a string, the text of a number; empty if there is no such member. */
    public String text(String name) {
        return Json.plain(json.get(name));
    }

    /** An amount to the cent. */
    public BigDecimal amount(String name) {
        return new BigDecimal(text(name));
    }

    /** An object in it, such as {@code data}. */
    public Members object(String name) {
        return of(text(name));
    }

    /** A list of objects in it, such as {@code items}. */
    public List<Members> list(String name) {
        return Json.array(text(name)).stream().map(Members::of).toList();
    }
}
