//! Texts for parameters by their names: an address for `email`, a path for `path`. The table is data: whoever knows a
//! better value adds it here.

/// What a thing of which nothing is known has as the parameter of its name: `pluginName`.
pub const NAME_OF_ANYTHING: &str = "nameofanything";

/// Words that a name ends with, and texts that a reader expects there.
const TABLE: &[NamedWords] = &[
    (
        &["email", "mail", "mailaddress"],
        &["alice@example.com", "bob@example.org"],
    ),
    (
        &["url", "uri", "href", "link", "website"],
        &["https://example.com/index.html", "http://example.org/a?b=c"],
    ),
    (
        &[
            "contextpath",
            "servletpath",
            "requesturi",
            "accessdeniedurl",
            "failureurl",
            "loginurl",
            "redirecturl",
            "successurl",
        ],
        &["/shop", "/login"],
    ),
    (
        // A name that no test has to ask the network for.
        &["host", "hostname"],
        &["localhost", "example.com"],
    ),
    (&["domain"], &["example.com", "localhost"]),
    (
        &["path", "filepath"],
        &["/home/alice/notes.txt", "docs/readme.md"],
    ),
    (&["filename", "file"], &["notes.txt", "report.pdf"]),
    (&["directory", "dir", "folder"], &["docs", "images"]),
    (&["extension", "ext", "suffix"], &[".txt", "_end"]),
    (&["prefix"], &["pre_", "re"]),
    (&["country", "countrycode"], &["GB", "DE"]),
    (&["language", "lang", "languagecode"], &["en", "de"]),
    (&["locale"], &["en_GB", "de_DE"]),
    (&["currency", "currencycode"], &["EUR", "USD"]),
    (
        &["dateformat", "datepattern", "dateformatstring"],
        &["dd.MM.yyyy", "yyyy-MM-dd"],
    ),
    (&["timeformat", "timepattern"], &["HH:mm", "HH:mm:ss"]),
    (&["date", "day"], &["2024-02-29", "1999-12-31"]),
    (&["time"], &["12:30:00", "23:59:59"]),
    (
        &["classname", "fqcn"],
        &["java.lang.String", "com.example.Missing"],
    ),
    (&["methodname"], &["length", "toString"]),
    (&["fieldname", "propertyname"], &["size", "name"]),
    (
        &["resource", "resourcename"],
        &["data/notes.txt", "images/logo.png"],
    ),
    (&["version"], &["1.2.3", "2.0.0-rc1"]),
    (
        &[
            "ip",
            "ipaddress",
            "clientip",
            "realip",
            "forwardedfor",
            "remoteaddr",
            "xforwardedfor",
            "xrealip",
        ],
        &["192.0.2.1", "198.51.100.7"],
    ),
    (&["httpmethod", "requestmethod"], &["GET", "POST", "PUT"]),
    (
        &["authorization"],
        &["Bearer s3cret", "Basic QWxpY2U6czNjcmV0"],
    ),
    (
        &["referer", "originheader"],
        &["https://example.com", "https://example.org/orders"],
    ),
    (
        &["ipport", "hostport", "hostandport", "ipandport"],
        &["192.0.2.1:8080", "198.51.100.7:443"],
    ),
    (&["theme", "themename"], &["dark", "light"]),
    (
        &["contenttype", "mediatype", "mimetype"],
        &["text/plain", "application/json"],
    ),
    (&["headername", "header"], &["Accept", "X-Request-Id"]),
    (&["useragent"], &["Mozilla/5.0", "curl/8.5.0"]),
    (
        &["body", "payload", "requestbody"],
        &["{\"name\":\"Alice\"}", "{}"],
    ),
    (&["base64", "encodedkey"], &["Y29sb3I=", "c2l6ZQ=="]),
    (&["algorithm"], &["SHA-256", "MD5"]),
    (&["bucket", "bucketname"], &["photos", "backups"]),
    (&["branch", "branchname"], &["main", "feature"]),
    (&["cluster", "clustername"], &["default", "east"]),
    (&["env", "environment", "profile"], &["dev", "prod"]),
    (&["event", "eventname"], &["created", "deleted"]),
    (&["topic", "topicname"], &["orders", "payments"]),
    (&["queue", "queuename"], &["invoices", "mails"]),
    (&["job", "jobname"], &["cleanup", "backup"]),
    (&["label"], &["Total", "Price"]),
    (&["unit"], &["kg", "cm"]),
    (&["protocol"], &["https", "ftp"]),
    (&["permission"], &["user:read", "user:write"]),
    (&["gender", "sex"], &["female", "male"]),
    (&["specialty", "specialtyname"], &["radiology", "surgery"]),
    (
        &["orderno", "ordernumber", "ordersn"],
        &["20240229001", "20240229002"],
    ),
    (&["sku", "skucode"], &["SKU-1001", "SKU-1002"]),
    (&["status", "state"], &["ACTIVE", "CLOSED"]),
    (&["clientid", "appid"], &["web", "mobile"]),
    (
        &["uuid", "guid"],
        &[
            "123e4567-e89b-12d3-a456-426614174000",
            "00000000-0000-0000-0000-000000000001",
        ],
    ),
    (
        &["zip", "zipcode", "postcode", "postalcode"],
        &["10115", "SW1A 2AA"],
    ),
    (&["role", "rolename", "authority"], &["ADMIN", "USER"]),
    (&["color", "colour"], &["red", "#00ff00"]),
    (&["command", "cmd"], &["list", "remove"]),
    (&["subject"], &["Your order", "Reminder"]),
    (&["cookie"], &["session=abc123", "theme=dark; Path=/"]),
    (&["zone", "timezone", "zoneid"], &["Europe/Berlin", "UTC"]),
    (&["json"], &["{\"name\":\"Alice\"}", "[1,2]"]),
    (&["xml"], &["<name>Alice</name>", "<a/>"]),
    (&["html"], &["<p>Hello</p>", "<b>bold</b>"]),
    (
        &["cron", "cronexpression", "cronexpr"],
        &["0 0 12 * * ?", "0 */5 * * * ?"],
    ),
    (
        &["regex", "pattern", "expression", "regexp"],
        &["[a-z]+", "\\d+"],
    ),
    (&["separator", "delimiter", "delim", "sep"], &[",", ";"]),
    (&["delimiters", "separators"], &[",;", ". "]),
    (
        &[
            "firstname",
            "username",
            "user",
            "author",
            "owner",
            "contactname",
            "customername",
            "employeename",
            "guestname",
            "managername",
            "membername",
            "nickname",
            "ownername",
            "patientname",
            "personname",
            "playername",
            "studentname",
            "teachername",
        ],
        &["Alice", "Bob"],
    ),
    (&["lastname", "surname"], &["Smith", "Jones"]),
    (
        &["petname", "animalname", "catname", "dogname"],
        &["Leo", "Max"],
    ),
    (
        &[
            "assignee",
            "createdby",
            "creator",
            "favoritedby",
            "modifiedby",
            "recipient",
            "sender",
            "updatedby",
        ],
        &["Alice", "Bob"],
    ),
    (&["city", "town", "cityname"], &["London", "Berlin"]),
    (&["countryname"], &["Germany", "France"]),
    (
        &[
            "brand",
            "company",
            "brandname",
            "companyname",
            "shopname",
            "storename",
        ],
        &["Acme", "Globex"],
    ),
    (
        &[
            "product",
            "productname",
            "articlename",
            "goodsname",
            "itemname",
        ],
        &["Lamp", "Chair"],
    ),
    (&["category", "categoryname"], &["Books", "Toys"]),
    (
        &["department", "departmentname", "deptname", "teamname"],
        &["Sales", "Support"],
    ),
    (&["groupname"], &["admins", "editors"]),
    (&["tablename"], &["orders", "customers"]),
    (&["columnname"], &["price", "quantity"]),
    (&["menuname"], &["Home", "Settings"]),
    (
        &["street", "address"],
        &["10 Downing Street", "1 Main Street"],
    ),
    // Digits alone: most validations take them.
    (&["phone", "telephone"], &["2079460958", "2079460123"]),
    (&["title"], &["The Hobbit", "Emma"]),
    (
        &["slug", "friendlyurl", "permalink", "seourl"],
        &["summer-sale", "winter-sale"],
    ),
    (
        &["bio", "biography", "introduction", "summary"],
        &["Writes about Java", "Lives in London"],
    ),
    (
        &["avatar", "icon", "logo", "photo", "picture"],
        &["photo.png", "logo.png"],
    ),
    (&["keyword", "keywords", "searchterm"], &["lamp", "chair"]),
    (&["scope"], &["read", "write"]),
    (&["namespace"], &["application", "database"]),
    (&["tenant", "tenantid"], &["acme", "globex"]),
    (&["code"], &["A100", "B200"]),
    (
        &["message", "msg", "comment", "note", "reason", "remark"],
        &["Out of stock", "see below"],
    ),
    (
        &["description", "desc"],
        &["Short description", "see below"],
    ),
    (&["ids", "idlist"], &["2,3", "5,7"]),
    (
        &[
            "password",
            "secret",
            "token",
            "apikey",
            "accesskey",
            "secretkey",
            "privatekey",
        ],
        &["s3cret", "hunter2"],
    ),
    (&["key", "attributekey"], &["color", "size"]),
    (&["value", "val"], &["blue", "large"]),
    (&["name"], &["width", "height"]),
    (&[NAME_OF_ANYTHING], &["alpha", "beta"]),
    (&["tag", "tagname"], &["div", "span"]),
    (&["id"], &["id-1", "id-2"]),
    (&["type", "kind"], &["text", "image"]),
    (
        &["charset", "charsetname", "encoding"],
        &["UTF-8", "ISO-8859-1"],
    ),
    (&["hex"], &["cafe", "0a1b"]),
    (&["digits", "number", "num"], &["42", "12345"]),
    (&["word", "words"], &["apple", "pear"]),
    (&["line"], &["first line", "last line"]),
    (
        &["sentence", "phrase"],
        &["The quick brown fox", "lazy dog"],
    ),
    (&["opt", "option"], &["f", "v"]),
    (&["longopt", "longoption"], &["file", "verbose"]),
    (&["indent"], &["  ", "\t"]),
    (&["open", "opening"], &["(", "["]),
    (&["close", "closing"], &[")", "]"]),
    (&["quote", "quotechar", "quotecharacter"], &["\"", "'"]),
    (&["escape", "escapechar", "escapecharacter"], &["\\", "^"]),
    (&["pad", "padchar", "padding", "fill"], &["*", "."]),
    (&["separatorchar", "delimiterchar"], &[",", ";"]),
];

/// Plain words for texts of which nobody knows what they are for: each role can have its own.
pub const PLAIN_WORDS: [&str; 6] = ["hello", "world", "red", "green", "Text", "one two"];

/// First names of the rows whose texts have a form that no search comes upon by chance.
const FORMED: [&str; 13] = [
    "email",
    "url",
    "country",
    "locale",
    "currency",
    "dateformat",
    "timeformat",
    "date",
    "ip",
    "uuid",
    "zone",
    "json",
    "cron",
];

/// First names of the rows whose texts classes decide by: where one stands in a test, it may be why.
const DECIDING: [&str; 17] = [
    "authorization",
    "httpmethod",
    "contenttype",
    "headername",
    "body",
    "algorithm",
    "branch",
    "cluster",
    "env",
    "event",
    "job",
    "label",
    "unit",
    "protocol",
    "permission",
    "gender",
    "status",
];

/// Texts of the kind that a parameter of this name asks for, the best first; empty for names that ask for nothing.
pub fn parameter_words(name: &str) -> &'static [&'static str] {
    row(name).map_or(&[], |(_, words)| words)
}

/// The same where that is the very name of a row: `languageCode`.
pub fn words_of_name(name: &str) -> &'static [&'static str] {
    exact(&name.to_lowercase()).map_or(&[], |(_, words)| words)
}

/// The same where they have a form that is read: an address, a date, a cron expression.
pub fn formed_words(name: &str) -> &'static [&'static str] {
    let formed = row(name).filter(|(names, _)| FORMED.contains(&names[0]));
    formed.map_or(&[], |(_, words)| words)
}

/// Names, and the words for them.
type NamedWords = (&'static [&'static str], &'static [&'static str]);

fn exact(name: &str) -> Option<&'static NamedWords> {
    TABLE.iter().find(|(names, _)| names.contains(&name))
}

fn row(name: &str) -> Option<&'static NamedWords> {
    let original = name;
    let name = name.to_lowercase();
    let found = exact(&name).or_else(|| {
        // `userName` and `default_path`: the last word says what it is.
        let ends = |names: &[&str]| names.iter().any(|one| ends_with_word(original, &name, one));
        let found = TABLE.iter().find(|(names, _)| ends(names))?;
        // The name of a plugin is none of a property.
        let is_name = found.0 == ["name"];
        let of_anything = TABLE.iter().find(|(names, _)| names[0] == NAME_OF_ANYTHING);
        of_anything.filter(|_| is_name).or(Some(found))
    });
    // `currencyToChangeTo`: the first word may say it, too.
    found.or_else(|| {
        let first = original
            .split(|c: char| c.is_uppercase() || c == '_')
            .next()?;
        // `statusCode` is no status.
        let mut rows = TABLE
            .iter()
            .filter(|(names, _)| !DECIDING.contains(&names[0]));
        rows.find(|(names, _)| first.len() > 3 && names.contains(&first))
    })
}

/// Whether a name, in small letters too, ends with this as a word of its own: `reportFile` with `file`, `profile` not.
/// `filename` and the like are one word for most people.
fn ends_with_word(name: &str, small: &str, word: &str) -> bool {
    let Some(before) = small.strip_suffix(word) else {
        return false;
    };
    let begins = name.get(before.len()..).unwrap_or_default();
    if word.len() <= 3 {
        // `endpointUrl`; what is written in one is another word: `skip` is no `ip`.
        return begins.starts_with(char::is_uppercase) && !before.is_empty();
    }
    word == "name"
        || before.ends_with('_')
        || before.is_empty()
        || begins.starts_with(char::is_uppercase)
}

/// Whether a text is one of those that stand in for any: what it says is no reason for what a call does.
pub fn is_stock_text(text: &str) -> bool {
    const FILLERS: [&str; 5] = ["x", "hi", "text", "orange", "example"];
    let is_row = text.chars().all(|c| matches!(c, 'a' | 'A' | 'b' | 'B'));
    let is_letter = text.len() <= 1 && text.chars().all(char::is_alphanumeric);
    let is_filler = is_letter || is_row || text.to_lowercase().contains("aaa");
    let lower = text.to_lowercase();
    is_filler
        || FILLERS.contains(&lower.as_str())
        || PLAIN_WORDS.contains(&text)
        || TABLE
            .iter()
            .any(|(names, words)| words.contains(&text) && !DECIDING.contains(&names[0]))
        || lower.contains("exampleexam")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_gets_what_its_name_asks_for() {
        assert_eq!(parameter_words("email")[0], "alice@example.com");
        assert_eq!(parameter_words("countryCode")[0], "GB");
        assert_eq!(parameter_words("dateFormat")[0], "dd.MM.yyyy");
        assert_eq!(parameter_words("methodName")[0], "length");
        assert_eq!(parameter_words("defaultPath")[0], "/home/alice/notes.txt");
        assert_eq!(parameter_words("currencyToChangeTo")[0], "EUR");
        assert_eq!(parameter_words("hid"), &[] as &[&str]);
        assert!(parameter_words("userInfoUrl")[0].starts_with("https:"));
        assert!(parameter_words("skip").is_empty(), "it is no address");
        assert_eq!(parameter_words("ipPort")[0], "192.0.2.1:8080");
        assert_eq!(parameter_words("pluginName")[0], "alpha");
        assert_eq!(parameter_words("name")[0], "width");
        assert_eq!(parameter_words("reportFile")[0], "notes.txt");
        assert_ne!(parameter_words("profile")[0], "notes.txt", "it is no file");
        assert!(parameter_words("candidate").is_empty(), "nor a date");
        assert!(parameter_words("str").is_empty());
        assert_eq!(words_of_name("LanguageCode")[0], "en");
        assert!(words_of_name("userLanguageCode").is_empty());
        assert_eq!(parameter_words("friendlyUrl")[0], "summer-sale");
        assert_eq!(
            parameter_words("jobCron"),
            parameter_words("cronExpression")
        );
    }

    #[test]
    fn what_is_read_has_its_form_and_what_is_only_shown_has_none() {
        assert_eq!(formed_words("cronExpression")[0], "0 0 12 * * ?");
        assert_eq!(formed_words("userEmail")[0], "alice@example.com");
        assert!(formed_words("title").is_empty() && formed_words("str").is_empty());
    }

    #[test]
    fn texts_that_stand_in_for_any_are_known_as_such() {
        for stock in [
            "hello",
            "x",
            "aB",
            "alice@example.com",
            "Hi",
            "exampleexamp",
        ] {
            assert!(is_stock_text(stock), "{stock}");
        }
        for telling in ["-", "yes", "x\\", "true", "Wonderland", "CLOSED", "{}"] {
            assert!(!is_stock_text(telling), "{telling}");
        }
    }
}
