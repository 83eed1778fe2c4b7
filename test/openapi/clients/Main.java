import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.TreeMap;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.MerchantApi;
import org.openapitools.client.model.MerchantCollectionsRequest;
import org.openapitools.client.model.MerchantCollectionsStatusRequest;

/** Uses the client that openapi-generator has generated for Java: creates a collection, queries it, reads a refusal. */
public class Main {
    static final ApiClient client = new ApiClient();
    static final ObjectMapper mapper = client.getObjectMapper();

    static String sign(Object request) throws Exception {
        JsonNode fields = mapper.readTree(mapper.writeValueAsString(request));
        TreeMap<String, String> pairs = new TreeMap<>();
        fields.properties().forEach(field -> {
            JsonNode value = field.getValue();
            String text = value.isTextual() ? value.asText() : value.toString();
            if (!field.getKey().equals("sign") && !value.isNull() && !text.isEmpty()) {
                pairs.put(field.getKey(), text);
            }
        });
        StringBuilder joined = new StringBuilder();
        pairs.forEach((name, text) -> joined.append(name).append('=').append(text).append('&'));
        joined.append("key=").append(System.getenv("PAY_SECRET"));
        byte[] digest = MessageDigest.getInstance("MD5").digest(joined.toString().getBytes("UTF-8"));
        return HexFormat.of().withUpperCase().formatHex(digest);
    }

    static void must(boolean holds, String what) {
        if (!holds) throw new AssertionError(what);
    }

    public static void main(String[] arguments) throws Exception {
        client.updateBaseUri(System.getenv("PAY_API"));
        MerchantApi api = new MerchantApi(client);
        long now = Instant.now().getEpochSecond();
        String uid = System.getenv("PAY_UID");
        String orderid = "JAVA-" + System.nanoTime();

        MerchantCollectionsRequest create = new MerchantCollectionsRequest()
            .uid(uid).timestamp(now).orderid(orderid).amount(19.99);
        var created = api.createCollection(create.sign(sign(create)));
        must(created.getData().getAmount() == 19.99, "amount");

        MerchantCollectionsStatusRequest query = new MerchantCollectionsStatusRequest()
            .uid(uid).timestamp(now).orderid(orderid);
        var found = api.getCollection(query.sign(sign(query)));
        must(found.getData().getTradeNo().equals(created.getData().getTradeNo()), "trade_no");

        query.orderid("none");
        try {
            api.getCollection(query.sign(sign(query)));
            throw new AssertionError("no refusal");
        } catch (ApiException refused) {
            JsonNode failure = mapper.readTree(refused.getResponseBody());
            must(failure.get("error").asText().equals("order_not_found"), refused.getResponseBody());
        }
        System.out.println("ok");
    }
}
